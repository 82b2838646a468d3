import type { Context } from "../context.ts";
import { requireSystem } from "../permission.ts";
import { lockEmailsSql } from "../wait-email/lock-emails.sql.ts";
import { type ClaimReportEmailsRow, claimReportEmailsSql } from "./claim-report-emails.sql.ts";
import { latestPeriod, periodFrom, type ReportPeriod } from "./schedule.ts";

/** Reports to one mailbox an hour; the others are sent later. */
const reportsPerHour = 20;

/** Seconds after which a report whose process was lost while it read the figures is sent by another. */
const claimSeconds = 120;

/** A report to be sent now. */
export type ReportEmail = Omit<ClaimReportEmailsRow, "period" | "now"> & {
  period: ReportPeriod;
  /** Asked for in the portal. */
  test: boolean;
};

/** Claims reports that are due, at most 20; call sendOnce for each. None while another process claims some. */
export async function claimReportEmails({ ctx }: { ctx: Context }): Promise<ReportEmail[]> {
  requireSystem(ctx);
  const rows = await ctx.db.transaction(async (tx) => {
    const [lock] = await tx.run(lockEmailsSql);
    return lock?.locked ? tx.run(claimReportEmailsSql, { perHour: reportsPerHour, claimSeconds }) : [];
  });
  return rows.map(({ period, now, ...email }) => ({
    ...email,
    test: period === null,
    period: period === null ? latestPeriod(email.kind, email.timezone, now) : periodFrom(email.kind, period),
  }));
}
