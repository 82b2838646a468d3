import { graceSeconds } from "@gatepost/contract/limits";
import { accountMustExist } from "../account/account-must-exist.ts";
import type { Args } from "../context.ts";
import { requireManager } from "../permission.ts";
import { callbackSecretOf, newCallbackSecret } from "./callback-secret.ts";
import { rollCallbackSecretSql } from "./roll-callback-secret.sql.ts";

/**
 * Creates a new secret for signing the account's callbacks and returns it; its plain text is stored nowhere. Callbacks are
 * signed with the previous secret too for `graceSeconds`. ERROR_BAD_REQUEST if there is no such account.
 */
export async function rollCallbackSecret({
  ctx,
  input: { accountId },
}: Args<{ accountId: number }>): Promise<{ secret: string }> {
  requireManager(ctx, accountId);
  await accountMustExist(ctx.db.prisma, accountId);
  const secret = newCallbackSecret();
  const sealed = ctx.vault.seal(secret, callbackSecretOf(accountId));
  await ctx.db.run(rollCallbackSecretSql, { accountId, secret: sealed, graceSeconds });
  return { secret };
}
