import type { Args, Context } from "../platform/context.ts";
import { requireSystem } from "../platform/permission.ts";
import { changeOf } from "../statistics/compare.ts";
import { localDay } from "../statistics/days.ts";
import { type ErrorRow, getErrors, ownedReport } from "../statistics/get-app-stats.ts";
import { getOverview, type Overview } from "../statistics/get-overview.ts";
import { latestPeriod, nextSending, periodFrom, type ReportKind, type ReportPeriod } from "./report-schedule.ts";
import { beginReportEmailSql } from "./sql/begin-report-email.sql.ts";
import { type ClaimReportEmailsRow, claimReportEmailsSql } from "./sql/claim-report-emails.sql.ts";
import { findDueSubscriptionsSql } from "./sql/find-due-subscriptions.sql.ts";
import { lockEmailsSql } from "./sql/lock-emails.sql.ts";
import { planReportsSql } from "./sql/plan-reports.sql.ts";
import { recordReportEmailSql } from "./sql/record-report-email.sql.ts";

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

/**
 * Sends a claimed report. `send` resolves once the mail server has taken it, or with the problem: it is
 * then tried again, less and less often, for three days. A process that ends during `send` leaves a report that nobody sends
 * again, because the mail server may have taken it.
 */
export async function sendOnce({
  ctx,
  input: { email, send },
}: Args<{
  email: Pick<ReportEmail, "emailId" | "attempt">;
  send: () => Promise<{ problem: string | null }>;
}>): Promise<void> {
  requireSystem(ctx);
  const { emailId, attempt } = email;
  if ((await ctx.db.run(beginReportEmailSql, { emailId, attempt })).length === 0) return;
  const { problem } = await send();
  const pauseSeconds = Math.min(60 * 2 ** (attempt - 1), 6 * 3_600);
  await ctx.db.run(recordReportEmailSql, { emailId, attempt, problem, pauseSeconds });
}

/**
 * Writes the reports that are due by the database's clock: of each subscription the latest one alone, if the service was
 * stopped for several. Any number of processes may call it. Returns how many were due: call it again if there were any.
 */
export async function planReports({ ctx }: { ctx: Context }): Promise<number> {
  requireSystem(ctx);
  return ctx.db.transaction(async (tx) => {
    const found = await tx.run(findDueSubscriptionsSql);
    const due = found.map(({ subscriptionId, kind, timezone, now }) => ({
      id: subscriptionId,
      period: latestPeriod(kind, timezone, now).from,
      next_at: nextSending(kind, timezone, now),
    }));
    if (due.length > 0) await tx.run(planReportsSql, { due });
    return due.length;
  });
}

/** What a report by email says: the figures of the dashboard for the same days. */
export interface Report {
  figures: Overview["figures"];
  failed: { total: number; before: number; change: number | null };
  errors: ErrorRow[];
  comparedWith: ReportPeriod;
  /** The application existed during the whole period before. */
  comparable: boolean;
  /** Nothing was counted. */
  empty: boolean;
}

export async function getReport({
  ctx,
  input,
}: Args<ReportPeriod & { softId: number; timezone: string }>): Promise<Report> {
  const [{ application }, { figures, comparedWith }, errors] = await Promise.all([
    ownedReport(ctx, input),
    getOverview({ ctx, input }),
    getErrors({ ctx, input }),
  ]);
  const earlier = await getErrors({ ctx, input: { ...input, ...comparedWith } });
  const [total, before] = [sum(errors), sum(earlier)];
  return {
    figures,
    failed: { total, before, change: changeOf(total, before) },
    errors: errors.slice(0, 3),
    comparedWith,
    comparable: localDay(application.createdAt.getTime(), input.timezone) <= comparedWith.from,
    empty: total === 0 && Object.values(figures).every((figure) => figure.total === 0),
  };
}

const sum = (errors: readonly ErrorRow[]) => errors.reduce((all, { count }) => all + count, 0);
