import type { AccountLimits } from "@gatepost/contract/limits";
import type { Tx } from "@gatepost/db/connect";
import type { AppContext, Context } from "../platform/context.ts";
import { DomainError } from "../platform/errors.ts";
import { inAccountTurn } from "../platform/turns.ts";
import { lockAdditionsSql } from "./sql/lock-additions.sql.ts";

const remedies: Record<Exclude<keyof AccountLimits, "endedKeys">, string> = {
  keys: "keys that work. Revoke one that is no longer used.",
  applications: "applications. Archive one that is no longer used.",
  applicationsInAll: "applications, archived ones included. Ask the operator for more.",
  templates: "templates. Delete one that is no longer used.",
  templateVersions: "versions of templates that tasks may still need. Wait until older tasks are deleted.",
  secrets: "stored secrets. Delete one that is no longer used.",
  sessions: "sessions. Delete one that is no longer used.",
  eventEndpoints: "endpoints for events. Delete one that is no longer used.",
  inboundRules: "rules for inbound codes. Delete one that is no longer used.",
  emailAddresses: "email addresses. Remove one that is no longer used.",
  shareLinks: "share links for this application. Revoke one that is no longer used.",
  notes: "notes for this application. Remove some.",
};

/**
 * Locks what is added to the account until the transaction ends, so that of two creations at once the later one counts the earlier, and
 * nothing is added to an account that is being deleted. Tasks are created meanwhile.
 * ERROR_BAD_REQUEST if the account does not exist, or was deleted while the call was under way.
 */
export async function lockAdditions(tx: Pick<Tx, "run">, accountId: number): Promise<void> {
  const [known] = await tx.run(lockAdditionsSql, { accountId });
  if (!known || known.isDeleted) throw new DomainError("ERROR_BAD_REQUEST", `There is no account ${accountId}.`);
}

/** A transaction that adds something to the account, which lockAdditions locks. One after another, so that none waits with a connection. */
export const changeAccount = <Result>(
  ctx: Pick<AppContext, "cache" | "db">,
  accountId: number,
  work: (tx: Tx) => Promise<Result>,
) =>
  inAccountTurn(
    ctx,
    accountId,
    () =>
      ctx.db.transaction(async (tx) => {
        await lockAdditions(tx, accountId);
        return work(tx);
      }),
    "change",
  );

/** ERROR_BAD_REQUEST, with what to do, if the account has reached a limit: `existing` are counted. The account must be locked. */
export function requireBelowLimit(
  { settings }: Pick<Context, "settings">,
  what: keyof typeof remedies,
  existing: number,
): void {
  const limit = settings.accountLimits[what];
  if (existing >= limit)
    throw new DomainError("ERROR_BAD_REQUEST", `The limit is reached: there are ${existing} ${remedies[what]}`);
}

/** Whether the operator has suspended the account; one that does not exist counts as suspended. */
export async function isSuspended(app: AppContext, accountId: number): Promise<boolean> {
  const account = await app.db.prisma.account.findUnique({
    where: { id: accountId },
    select: { suspendedAt: true },
  });
  return !account || account.suspendedAt !== null;
}
