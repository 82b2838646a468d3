import type { AddressRanges } from "@gatepost/domain/ip-address";
import { addressOfPeer } from "../server/caller-address.ts";

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
