import { limits } from "@gatepost/contract/limits";
import { type Args, type Context, requireManager, requireSystem } from "../platform/context.ts";
import { hashToken, newToken } from "../platform/vault.ts";
import type { WaitEmail } from "./claim-emails.ts";
import { announceWaitsSql } from "./sql/announce-waits.sql.ts";
import { listEmailsSql } from "./sql/list-emails.sql.ts";

/**
 * Writes the emails and callbacks that waits need now: when one opens, and once before it ends. Any number of processes may
 * call it; each wait is announced by one. Returns how many waits it looked at: call it again if there were any.
 */
export async function announceWaits({ ctx }: { ctx: Context }): Promise<number> {
  requireSystem(ctx);
  return (await ctx.db.run(announceWaitsSql)).length;
}

/** Creates the answer link of an email. It works while the task waits, and ends with the address. */
export async function createEmailedLink({
  ctx,
  input: { accountId, taskId, name, addressId },
}: Args<Pick<WaitEmail, "accountId" | "taskId" | "name" | "addressId">>): Promise<{ token: string }> {
  requireSystem(ctx);
  const token = newToken();
  const expiresAt = new Date(Date.now() + limits.linkSeconds * 1_000);
  await ctx.db.prisma.answerLink.create({
    data: { accountId, taskId, name, hash: hashToken(token), expiresAt, emailAddressId: addressId },
  });
  return { token };
}

/** The outcome of an email about a wait. */
export type SentEmail = Awaited<ReturnType<typeof listEmails>>[number];

/** The account's latest emails about waits, the latest first. `problem`: why one was not sent, or not yet. */
export async function listEmails({ ctx, input: { accountId } }: Args<{ accountId: number }>) {
  requireManager(ctx, accountId);
  const rows = await ctx.db.run(listEmailsSql, { accountId, limit: 20 });
  return rows.map(({ sentAt, pending, problem, ...email }) => ({
    ...email,
    outcome: outcomeOf(sentAt, pending, problem),
    problem,
  }));
}

function outcomeOf(
  sentAt: Date | null,
  pending: boolean,
  problem: string | null,
): "sent" | "pending" | "limit" | "not sent" {
  if (sentAt) return "sent";
  if (pending) return "pending";
  return problem === "limit" ? "limit" : "not sent";
}
