import { type BlockList, isIP } from "node:net";
import { plainAddress } from "../server/caller-address.ts";

/**
 * Who really calls: the connection's other end, or, where that is a trusted proxy, the right-most hop of its
 * X-Forwarded-For that is not one. What stands left of it is the caller's own word, and is not read.
 */
export function peerAddress(remote: string | undefined, forwardedFor: string | undefined, trusted: BlockList): string {
  let address = plainAddress(remote ?? "") ?? "0.0.0.0";
  for (const hop of forwardedFor?.split(",").reverse() ?? []) {
    if (!trusted.check(address, isIP(address) === 6 ? "ipv6" : "ipv4")) return address;
    const next = plainAddress(hop.trim());
    if (!next) return address;
    address = next;
  }
  return address;
}
