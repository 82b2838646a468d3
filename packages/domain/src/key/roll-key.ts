import type { Context } from "../context.ts";
import { DomainError } from "../errors.ts";
import { requireManager } from "../permission.ts";
import { hashKey, hintOf, newKey } from "./key.ts";

export interface RollKeyInput {
  accountId: number;
  keyId: number;
  /** How long the old key still works, so that programs can change over. */
  graceSeconds: number;
}

/**
 * Makes a key with the old one's name, rights and expiry, and ends the old one after the grace. ERROR_BAD_REQUEST for a
 * key that the account does not have, or that has ended.
 */
export async function rollKey({
  ctx,
  input,
}: {
  ctx: Context;
  input: RollKeyInput;
}): Promise<{ keyId: number; clientKey: string }> {
  requireManager(ctx, input.accountId);
  const { accountId, keyId, graceSeconds } = input;
  if (!(graceSeconds >= 0)) throw new DomainError("ERROR_BAD_REQUEST", "The grace must be zero seconds or more.");
  const clientKey = newKey();
  return ctx.db.transaction(async (tx) => {
    // The condition is the decision: a key that is rolled twice at once is rolled once.
    const ended = await tx.$executeRaw`
      update api_key set revoked_at = now() + ${graceSeconds}::float8 * interval '1 second'
       where id = ${keyId} and account_id = ${accountId} and revoked_at is null
         and (expires_at is null or expires_at > now())`;
    if (ended === 0) throw new DomainError("ERROR_BAD_REQUEST", `The account has no working key ${keyId}.`);
    const old = await tx.apiKey.findUniqueOrThrow({ where: { id: keyId } });
    const { id } = await tx.apiKey.create({
      data: {
        accountId,
        name: old.name,
        readOnly: old.readOnly,
        addresses: old.addresses,
        expiresAt: old.expiresAt,
        hash: new Uint8Array(hashKey(clientKey)),
        hint: hintOf(clientKey),
      },
      select: { id: true },
    });
    return { keyId: id, clientKey };
  });
}
