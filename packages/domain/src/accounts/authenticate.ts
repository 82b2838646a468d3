import type { Batch } from "../platform/coalesce.ts";
import { type AppContext, cached, type KeyActor } from "../platform/context.ts";
import { DomainError, type Refusal } from "../platform/errors.ts";
import { AddressRanges, isAddressRange } from "../platform/network-address.ts";
import { hashKey, isKeyShaped } from "./key.ts";
import { type FindKeysRow, findKeysSql } from "./sql/find-keys.sql.ts";
import { touchKeysSql } from "./sql/touch-keys.sql.ts";

/**
 * Authenticates a key. Missing, malformed, unknown, revoked and expired keys get the same error,
 * ERROR_KEY_DOES_NOT_EXIST; a typo causes no query. A suspended account or a forbidden address is returned as a refusal
 * beside the actor, so that the refused call can still be counted for its application.
 */
export async function authenticate({
  app,
  clientKey,
  address,
}: {
  app: AppContext;
  clientKey: unknown;
  address: string;
}): Promise<{ actor: KeyActor<"key">; refusal?: Refusal }> {
  if (!isKeyShaped(clientKey)) throw new DomainError("ERROR_KEY_DOES_NOT_EXIST");
  const hash = hashKey(clientKey);
  const found = await app.batch(findKeys, hash);
  if (!found) throw new DomainError("ERROR_KEY_DOES_NOT_EXIST");
  app.cache(keyCache).set(hash.toString("base64"), found);

  const { keyId, accountId, readOnly, rights, addresses, keyName, suspended, fresh } = found;
  // Not awaited, because nothing depends on it.
  if (fresh) app.batch(touchKeys, keyId).catch(() => {});
  const actor = { kind: "key" as const, keyId, accountId, readOnly, rights, address, keyName };
  if (suspended) return { actor, refusal: { code: "ERROR_ACCOUNT_SUSPENDED" } };
  if (addresses.length > 0 && !isListed(address, addresses))
    return { actor, refusal: { code: "ERROR_IP_NOT_ALLOWED" } };
  return { actor };
}

/** Records that keys are in use, to the minute. */
const touchKeys: Batch<number, void, AppContext> = {
  name: "touch_keys",
  max: 1_000,
  queue: 10_000,
  async run({ db }, keyIds) {
    await db.run(touchKeysSql, { keyIds: [...new Set(keyIds)] });
    return keyIds.map(() => undefined);
  },
};

/** The usable keys with these hashes; `undefined` for an unknown, revoked or expired one. */
const findKeys: Batch<Buffer, FoundKey | undefined, AppContext> = {
  name: "find_keys",
  max: 512,
  queue: 20_000,
  async run({ db }, hashes) {
    const rows = await db.run(findKeysSql, { hashes });
    const found = new Map(rows.map(({ n, ...key }) => [n - 1, key]));
    return hashes.map((_, index) => found.get(index));
  },
};

/** `keyName`: its hint and its name, as receipts have them. `fresh`: its last use has not been recorded for the current minute. */
type FoundKey = Omit<FindKeysRow, "n">;

/** A minute, because the last use of a key is recorded to the minute. */
const keptMs = 60_000;
const max = 20_000;

/**
 * The keys that this process verified within the last minute, by their hash in base64. A key's account, rights, addresses
 * and name are set when it is made and never change; whether it may still be used does, so a cached key
 * acts only through statements that verify it again.
 */
export const keyCache = cached("keys", () => {
  const cache = new Map<string, { key: FoundKey; until: number }>();

  return {
    set(hash: string, key: FoundKey): void {
      if (cache.size >= max) cache.clear();
      cache.set(hash, { key, until: performance.now() + keptMs });
    },
    /** The caller, if the key was verified recently and the address is allowed. Undefined: authenticate. */
    get(hash: string, address: string): KeyActor<"cached key"> | undefined {
      const found = cache.get(hash);
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
  return `${entry || "An empty text"} is not an IP address: write one such as 192.0.2.7, or a range such as 192.0.2.0/24.`;
}

/** Whether an address is in a list of addresses and CIDR ranges. */
function isListed(address: string, list: readonly string[]): boolean {
  return new AddressRanges(list).has(address);
}
