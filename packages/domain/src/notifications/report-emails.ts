import { type Args, type Context, requireSystem } from "../platform/context.ts";
import { localDay } from "../statistics/days.ts";
import { type ErrorRow, getErrors, ownedReport } from "../statistics/get-app-stats.ts";
import { getOverview } from "../statistics/get-overview.ts";
import { changeOf } from "../statistics/range.ts";
import { latestPeriod, nextSending, type ReportPeriod } from "./report-schedule.ts";
import { findDueSubscriptionsSql } from "./sql/find-due-subscriptions.sql.ts";
import { planReportsSql } from "./sql/plan-reports.sql.ts";

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
      nextAt: nextSending(kind, timezone, now),
    }));
    if (due.length > 0) await tx.run(planReportsSql, { due });
    return due.length;
  });
}

export type Report = Awaited<ReturnType<typeof getReport>>;

/**
 * What a report by email says: the figures of the dashboard for the same days. `comparable`: the application existed during the whole
 * period before. `empty`: nothing was counted.
 */
export async function getReport({ ctx, input }: Args<ReportPeriod & { softId: number; timezone: string }>) {
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
