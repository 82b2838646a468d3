import type { Args } from "../context.ts";
import { DomainError } from "../errors.ts";
import { requireManager } from "../permission.ts";
import { deleteEndedKeySql } from "./delete-ended-key.sql.ts";

/** Deletes a key that was revoked or has expired. ERROR_BAD_REQUEST if the account has none that has ended. */
export async function deleteKey({ ctx, input }: Args<{ accountId: number; keyId: number }>): Promise<void> {
  const { accountId, keyId } = input;
  requireManager(ctx, accountId);
  const deleted = await ctx.db.run(deleteEndedKeySql, { accountId, keyId });
  if (deleted.length === 0)
    throw new DomainError("ERROR_BAD_REQUEST", `The account has no key ${keyId} that was revoked or has expired.`);
}
