import type { Context } from "../context.ts";
import { requireSystem } from "../permission.ts";
import { type ClaimEmailsRow, claimEmailsSql } from "./claim-emails.sql.ts";
import { lockEmailsSql } from "./lock-emails.sql.ts";

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
