import type { AddressRanges } from "@gatepost/domain/ip-address";
import { addressOfPeer } from "../server/caller-address.ts";

/**
 * Who really calls: the connection's other end, or, where that is a trusted proxy, the right-most hop of its
 * X-Forwarded-For that is not one. What stands left of it is the caller's own word, and is not read.
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
