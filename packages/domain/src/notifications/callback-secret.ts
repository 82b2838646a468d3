import { randomBytes } from "node:crypto";
import { graceSeconds } from "@gatepost/contract/limits";
import { accountMustExist } from "../accounts/accounts.ts";
import { type Args, requireManager } from "../platform/context.ts";
import type { Bound } from "../platform/vault.ts";
import { rollCallbackSecretSql } from "./sql/roll-callback-secret.sql.ts";

/** Bytes of a secret; the scheme requires 24 to 64. */
const secretBytes = 32;

/** A random secret in the notation of the Standard Webhooks scheme, which its libraries accept unchanged. */
export function newCallbackSecret(): string {
  return `whsec_${randomBytes(secretBytes).toString("base64")}`;
}

/** What a stored secret is bound to, whether it is the current or the previous one. */
export function callbackSecretOf(accountId: number): Bound {
  return [accountId, 0, "callback secret"];
}

/**
 * Describes the secret that the account was shown; null if it was never shown one. `previousUntil`: callbacks are signed with the
 * previous secret as well until then; null if they are not.
 */
export async function getCallbackSecret({ ctx, input: { accountId } }: Args<{ accountId: number }>) {
  requireManager(ctx, accountId);
  const found = await ctx.db.prisma.callbackSecret.findUnique({
    where: { accountId, shownAt: { not: null } },
    select: { createdAt: true, previousUntil: true },
  });
  if (!found) return null;
  const { createdAt, previousUntil } = found;
  return { createdAt, previousUntil: previousUntil && previousUntil > new Date() ? previousUntil : null };
}

/**
 * Creates a new secret for signing the account's callbacks and returns it; its plain text is stored nowhere. Callbacks are
 * signed with the previous secret too for `graceSeconds`. ERROR_BAD_REQUEST if there is no such account.
 */
export async function rollCallbackSecret({ ctx, input: { accountId } }: Args<{ accountId: number }>) {
  requireManager(ctx, accountId);
  await accountMustExist(ctx.db.prisma, accountId);
  const secret = newCallbackSecret();
  const sealed = ctx.vault.seal(secret, callbackSecretOf(accountId));
  await ctx.db.run(rollCallbackSecretSql, { accountId, secret: sealed, graceSeconds });
  return { secret };
}
