import { type AddressRanges, plainAddress } from "@gatepost/domain/platform/network-address";

/** Passes the caller's address from the host, which has the connection and overwrites this header, to the routes. */
export const addressHeader = "x-gatepost-address";

/** The caller's IP address, in a route. */
export function callerAddress(headers: Pick<Headers, "get">): string {
  return headers.get(addressHeader) ?? "0.0.0.0";
}

/** The address within a text that may have brackets and a port; undefined if there is none. */
export function addressOfPeer(text: string): string | undefined {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text;
  return plainAddress(bare);
}

/**
 * The caller's address: the connection's other end or, if that is a trusted proxy, the right-most hop of its
 * X-Forwarded-For that is not one. Hops further left could be forged by the caller, and are ignored.
 */
export function peerAddress(
  remote: string | undefined,
  forwardedFor: string | undefined,
  trusted: AddressRanges,
): string {
  let address = addressOfPeer(remote ?? "") ?? "0.0.0.0";
  for (const hop of forwardedFor?.split(",").reverse() ?? []) {
    if (!trusted.has(address)) return address;
    const next = addressOfPeer(hop.trim());
    if (!next) return address;
    address = next;
  }
  return address;
}
