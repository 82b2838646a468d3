import type { Context } from "../context.ts";
import { DomainError } from "../errors.ts";
import { requireManager } from "../permission.ts";
import { revokeKeysSql } from "./revoke-keys.sql.ts";

/**
 * Ends a key: it is refused at its next call, in every process, since every statement proves its key anew. Revoking it again changes
 * nothing. ERROR_BAD_REQUEST for a key that the account does not have.
 */
export async function revokeKey({
  ctx,
  input,
}: {
  ctx: Context;
  input: { accountId: number; keyId: number };
}): Promise<void> {
  requireManager(ctx, input.accountId);
  const revoked = await ctx.db.run(revokeKeysSql, input);
  if (revoked.length === 0) throw new DomainError("ERROR_BAD_REQUEST", `The account has no key ${input.keyId}.`);
}
