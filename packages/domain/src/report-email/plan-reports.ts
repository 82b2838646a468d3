import type { Context } from "../context.ts";
import { requireSystem } from "../permission.ts";
import { findDueSubscriptionsSql } from "./find-due-subscriptions.sql.ts";
import { planReportsSql } from "./plan-reports.sql.ts";
import { latestPeriod, nextSending } from "./schedule.ts";

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
