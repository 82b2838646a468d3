import type { Actor } from "../actor.ts";
import type { AppContext } from "../context.ts";
import { DomainError, type Refusal } from "../errors.ts";
import { isListed } from "./address-list.ts";
import { findKeys } from "./find-keys.ts";
import { hashKey, isKeyShaped } from "./key.ts";
import { touchKeys } from "./touch-keys.ts";

type KeyActor = Extract<Actor, { kind: "key" }>;

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
}): Promise<{ actor: KeyActor; refusal?: Refusal }> {
  if (!isKeyShaped(clientKey)) throw new DomainError("ERROR_KEY_DOES_NOT_EXIST");
  const hash = hashKey(clientKey);
  const found = await app.batch(findKeys, hash);
  if (!found) throw new DomainError("ERROR_KEY_DOES_NOT_EXIST");
  app.keys.set(hash.toString("base64"), found);

  const { keyId, accountId, readOnly, rights, addresses, suspended, fresh } = found;
  // Not awaited, because nothing depends on it.
  if (fresh) app.batch(touchKeys, keyId).catch(() => {});
  const actor: KeyActor = { kind: "key", keyId, accountId, readOnly, rights, address };
  if (suspended) return { actor, refusal: { code: "ERROR_ACCOUNT_SUSPENDED" } };
  if (addresses.length > 0 && !isListed(address, addresses))
    return { actor, refusal: { code: "ERROR_IP_NOT_ALLOWED" } };
  return { actor };
}
