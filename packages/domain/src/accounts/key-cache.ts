import { cached, type KeyActor } from "../platform/context.ts";
import { AddressRanges, isAddressRange } from "../platform/network-address.ts";
import type { FindKeysRow } from "./sql/find-keys.sql.ts";

/** `keyName`: its hint and its name, as receipts have them. `fresh`: its last use has not been recorded for the current minute. */
export type FoundKey = Omit<FindKeysRow, "n">;

/** A minute, because the last use of a key is recorded to the minute. */
const keptMs = 60_000;
const max = 20_000;

/**
 * The keys that this process verified within the last minute, by their hash in base64. A key's account, rights, addresses
 * and name are set when it is made and never change; whether it may still be used does, so a cached key
 * acts only through statements that verify it again.
 */
export const keyCache = cached("keys", () => {
  const known = new Map<string, { key: FoundKey; until: number }>();

  return {
    set(hash: string, key: FoundKey): void {
      if (known.size >= max) known.clear();
      known.set(hash, { key, until: performance.now() + keptMs });
    },
    /** The caller, if the key was verified recently and the address is allowed. Undefined: authenticate. */
    get(hash: string, address: string): KeyActor<"cached key"> | undefined {
      const found = known.get(hash);
      if (!found || found.until < performance.now()) return undefined;
      const { keyId, accountId, readOnly, rights, addresses, keyName } = found.key;
      if (addresses.length > 0 && !isListed(address, addresses)) return undefined;
      return { kind: "cached key", keyId, accountId, readOnly, rights, address, keyName };
    },
  };
});

/**
 * What is wrong with an entry of an address list, or undefined. An entry is an address, or a range such as
 * 192.0.2.0/24.
 */
export function addressProblem(entry: string): string | undefined {
  if (isAddressRange(entry)) return undefined;
  return `${entry || "An empty text"} is no address: give one such as 192.0.2.7, or a range such as 192.0.2.0/24.`;
}

/** Whether an address is in a list of addresses and CIDR ranges. */
export function isListed(address: string, list: readonly string[]): boolean {
  return new AddressRanges(list).has(address);
}
