import { type AddressRanges, plainAddress } from "@gatepost/domain/platform/network-address";

/** Passes the caller's address from server.ts, which has the connection, to the routes, which do not. */
export const addressHeader = "x-gatepost-address";

/** Set by server.ts, so that from then on nobody else can have written the header. */
const place = globalThis as { [fronted]?: true };
const fronted = Symbol.for("gatepost.web.fronted");

export function announceFront(): void {
  place[fronted] = true;
}

/**
 * The caller's IP address. Without server.ts (`next start` alone, a serverless host) it is the last hop that the
 * nearest proxy appended, or what Next.js took from the connection itself.
 */
export function callerAddress(header: (name: string) => string | null | undefined): string {
  const forwarded = place[fronted] ? header(addressHeader) : header("x-forwarded-for")?.split(",").at(-1);
  return addressOfPeer(forwarded?.trim() ?? "") ?? "0.0.0.0";
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
