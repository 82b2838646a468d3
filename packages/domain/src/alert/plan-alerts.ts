import type { Context } from "../context.ts";
import { requireSystem } from "../permission.ts";
import { findDueAlertsSql } from "./find-due-alerts.sql.ts";
import { readFindings } from "./read-findings.ts";
import { recordAlertsSql } from "./record-alerts.sql.ts";
import { alertKinds, changesOf } from "./rules.ts";

/** Subscriptions that a process checks at a tick. Each reads 29 days of quarter hours. */
const limit = 5;

/**
 * Checks subscriptions to alerts that are due, a few, and writes an email where an alert began or is over since the check before. Any
 * number of processes may call it. An archived application is not checked.
 */
export async function planAlerts({ ctx }: { ctx: Context }): Promise<void> {
  requireSystem(ctx);
  await ctx.db.transaction(async (tx) => {
    const due = await tx.run(findDueAlertsSql, { limit });
    if (due.length === 0) return;
    const softIds = due.filter(({ archived }) => !archived).map(({ softId }) => softId);
    const findings = await readFindings(tx, [...new Set(softIds)]);
    const checked = due.map(({ subscriptionId, softId, until, ongoing: names }) => {
      const before = alertKinds.filter((kind) => names.includes(kind));
      const { changes, ongoing } = changesOf(before, findings.get(softId) ?? []);
      return { id: subscriptionId, period: until.toISOString(), ongoing, changes };
    });
    await tx.run(recordAlertsSql, { checked });
  });
}
