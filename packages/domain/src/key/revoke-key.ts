import type { Args } from "../context.ts";
import { DomainError } from "../errors.ts";
import { requireManager } from "../permission.ts";
import { revokeKeysSql } from "./revoke-keys.sql.ts";

/**
 * Revokes a key. It is refused from its next call on, in every process, because every statement verifies its key.
 * Revoking it again changes nothing. ERROR_BAD_REQUEST if the account has no such key.
 */
export async function revokeKey({ ctx, input }: Args<{ accountId: number; keyId: number }>): Promise<void> {
  requireManager(ctx, input.accountId);
  const revoked = await ctx.db.run(revokeKeysSql, input);
  if (revoked.length === 0) throw new DomainError("ERROR_BAD_REQUEST", `The account has no key ${input.keyId}.`);
}
