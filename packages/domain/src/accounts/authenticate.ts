import type { Batch } from "../platform/coalesce.ts";
import type { AppContext, KeyActor } from "../platform/context.ts";
import { DomainError, type Refusal } from "../platform/errors.ts";
import { hashKey, isKeyShaped } from "./key.ts";
import { type FoundKey, isListed, keyCache } from "./key-cache.ts";
import { findKeysSql } from "./sql/find-keys.sql.ts";
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
