import { randomBytes } from "node:crypto";
import { limits } from "@gatepost/contract/limits";
import type { Args, Context } from "../platform/context.ts";
import { requireSystem } from "../platform/permission.ts";
import { hashToken } from "../platform/token.ts";
import { announceWaitsSql } from "./sql/announce-waits.sql.ts";
import { type ClaimEmailsRow, claimEmailsSql } from "./sql/claim-emails.sql.ts";
import { lockEmailsSql } from "./sql/lock-emails.sql.ts";
import { recordEmailSql } from "./sql/record-email.sql.ts";

/** Emails to one mailbox an hour; more are not sent, and the portal says so. */
const emailsPerHour = 20;

/** Seconds after which an email whose sender was lost is sent by another. More than sending may take. */
const claimSeconds = 120;

/** Emails that are looked at in one statement. */
const atOnce = 50;

/** An email to be sent now. It has the template's name and prompt, and nothing that the page said. */
export type WaitEmail = Omit<ClaimEmailsRow, "verdict">;

/**
 * Claims emails about waits that are due; call recordEmail for each. What must not be sent any more is recorded as such.
 * None while another process claims some.
 */
export async function claimEmails({ ctx }: { ctx: Context }): Promise<WaitEmail[]> {
  requireSystem(ctx);
  return ctx.db.transaction(async (tx) => {
    const [lock] = await tx.run(lockEmailsSql);
    if (!lock?.locked) return [];
    // However many emails an account may not send, they delay no other account's.
    for (;;) {
      const rows = await tx.run(claimEmailsSql, { perHour: emailsPerHour, claimSeconds, atOnce });
      const emails = rows.filter(({ verdict }) => verdict === null);
      if (emails.length > 0 || rows.length < atOnce) return emails;
    }
  });
}

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
  const token = randomBytes(24).toString("base64url");
  const expiresAt = new Date(Date.now() + limits.linkSeconds * 1_000);
  await ctx.db.prisma.answerLink.create({
    data: { accountId, taskId, name, hash: hashToken(token), expiresAt, emailAddressId: addressId },
  });
  return { token };
}

/** Records an attempt. `problem: null`: sent; otherwise it is tried again, less and less often, until its wait ends. */
export async function recordEmail({
  ctx,
  input: { email, problem },
}: Args<{ email: Pick<WaitEmail, "emailId" | "attempt">; problem: string | null }>): Promise<void> {
  requireSystem(ctx);
  const { emailId, attempt } = email;
  const pauseSeconds = Math.min(10 * 2 ** (attempt - 1), 300);
  await ctx.db.run(recordEmailSql, { emailId, attempt, problem, pauseSeconds });
}
