import type { Context } from "../context.ts";
import { requireSystem } from "../permission.ts";
import { lockEmailsSql } from "../wait-email/lock-emails.sql.ts";
import { type ClaimReportEmailsRow, claimReportEmailsSql } from "./claim-report-emails.sql.ts";
import { latestPeriod, periodFrom, type ReportKind, type ReportPeriod } from "./schedule.ts";

/** Reports to one mailbox an hour; the others are sent later. */
const reportsPerHour = 20;

/** Seconds after which a report whose process was lost while it read the figures is sent by another. */
const claimSeconds = 120;

type Claimed = Omit<ClaimReportEmailsRow, "kind" | "period" | "now"> & {
  /** Asked for in the portal. */
  test: boolean;
};

/** A report to be sent now. */
export type ReportEmail = Claimed & { kind: ReportKind; period: ReportPeriod };

/** An email about alerts to be sent now. */
export type AlertEmail = Claimed & {
  kind: "alerts";
  /** The end of the 24 hours that were checked; of a test, now. */
  at: Date;
};

/** Claims reports and alerts that are due, at most 20; call sendOnce for each. None while another process claims some. */
export async function claimReportEmails({ ctx }: { ctx: Context }): Promise<(ReportEmail | AlertEmail)[]> {
  requireSystem(ctx);
  const rows = await ctx.db.transaction(async (tx) => {
    const [lock] = await tx.run(lockEmailsSql);
    return lock?.locked ? tx.run(claimReportEmailsSql, { perHour: reportsPerHour, claimSeconds }) : [];
  });
  return rows.map(({ kind, period, now, ...email }) => {
    const test = period === null;
    if (kind === "alerts") return { ...email, test, kind, at: test ? now : new Date(period) };
    return { ...email, test, kind, period: test ? latestPeriod(kind, email.timezone, now) : periodFrom(kind, period) };
  });
}
