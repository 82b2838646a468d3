import type { Db } from "@gatepost/db/connect";
import { type Args, type Context, requireSystem } from "../platform/context.ts";
import type { AlertEmail } from "./claim-emails.ts";
import { findDueAlertsSql } from "./sql/find-due-alerts.sql.ts";
import { type ListFindingsRow, listFindingsSql } from "./sql/list-findings.sql.ts";
import { recordAlertsSql } from "./sql/record-alerts.sql.ts";
import { type SumLastDaysRow, sumLastDaysSql } from "./sql/sum-last-days.sql.ts";

/** What is alerted on, in this order. */
export const alertKinds = ["error_rate", "no_tasks", "no_views"] as const;
export type AlertKind = (typeof alertKinds)[number];

/** What was counted in some time. */
export type Counted = Pick<SumLastDaysRow, "accepted" | "failed" | "views">;

/**
 * What a rule found about the last 24 hours. `raised`: above normal, but no alert. `unknown`: there is too little to judge. In both, an
 * alert neither begins nor ends. `value`: failed tasks, tasks, or page views. `total`: of a rate, the tasks that were accepted or failed;
 * otherwise the same as the value. From `low` to `high` was normal: shares from 0 to 1, or numbers in 24 hours.
 */
export type Finding = ListFindingsRow;

/** Fewer tasks in 24 hours say nothing about a rate. */
export const leastTasks = 50;
/** Fewer failures are no alert. */
export const leastFailures = 10;
/** A day before with fewer tasks is no measure, and fewer such days are none either. */
const [leastTasksOfDay, leastDays] = [20, 7];
/** An alert is a share of at least twice, and five points above, the upper end of what was normal. */
const [factor, points] = [2, 0.05];
/** Each of the same four weekdays before must have had so many for nothing to be an alert. */
export const leastOnWeekdays = 20;

/**
 * Whether more tasks failed than usual. `days` are the 24 hours before, and before these, 28 times, the latest first. What is
 * usual is the range of their shares without the lowest and the highest tenth. An alert ends at half the distance.
 */
export function judgeErrorRate(now: Counted, days: readonly Counted[]): Finding {
  const shares = days
    .filter((day) => endedOf(day) >= leastTasksOfDay)
    .map(shareOf)
    .sort((a, b) => a - b);
  const [value, total] = [now.failed, endedOf(now)];
  const cut = Math.floor(shares.length / 10);
  const [low = 0, high = 0] = [shares[cut], shares[shares.length - 1 - cut]];
  const found = { kind: "error_rate", value, total, low, high } as const;
  if (total < leastTasks || shares.length < leastDays) return { ...found, state: "unknown" };
  const limit = Math.max(high * factor, high + points);
  if (shareOf(now) >= limit && value >= leastFailures) return { ...found, state: "alert" };
  return { ...found, state: shareOf(now) <= (high + limit) / 2 ? "normal" : "raised" };
}

/** Whether there was nothing in the last 24 hours, although the same 24 hours of each of the last four weeks had some. */
export function judgeSilence(kind: Exclude<AlertKind, "error_rate">, now: Counted, days: readonly Counted[]): Finding {
  const count = (counted: Counted | undefined) =>
    counted === undefined ? 0 : kind === "no_views" ? counted.views : endedOf(counted);
  const weekdays = [6, 13, 20, 27].map((index) => count(days[index]));
  const [low, high] = [Math.min(...weekdays), Math.max(...weekdays)];
  const value = count(now);
  const found = { kind, value, total: value, low, high };
  if (value > 0) return { ...found, state: "normal" };
  return { ...found, state: low >= leastOnWeekdays ? "alert" : "unknown" };
}

/** All findings about the last 24 hours. */
export function judge(now: Counted, days: readonly Counted[]): Finding[] {
  return [judgeErrorRate(now, days), judgeSilence("no_tasks", now, days), judgeSilence("no_views", now, days)];
}

/** What began and what is over, and the alerts that are ongoing afterwards. An alert that stays as it is changes nothing. */
export function changesOf(ongoing: readonly AlertKind[], findings: readonly Finding[]) {
  const changes = findings.filter(({ kind, state }) => state === (ongoing.includes(kind) ? "normal" : "alert"));
  const changed = new Set(changes.map(({ kind }) => kind));
  return { changes, ongoing: alertKinds.filter((kind) => ongoing.includes(kind) !== changed.has(kind)) };
}

function endedOf({ accepted, failed }: Counted): number {
  return accepted + failed;
}

function shareOf(counted: Counted): number {
  const ended = endedOf(counted);
  return ended === 0 ? 0 : counted.failed / ended;
}

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

const nothing: Counted = { accepted: 0, failed: 0, views: 0 };

/** What the rules find now about each of these applications. */
async function readFindings(db: Pick<Db, "run">, softIds: readonly number[]): Promise<Map<number, Finding[]>> {
  const rows = softIds.length > 0 ? await db.run(sumLastDaysSql, { softIds: [...softIds] }) : [];
  const days = new Map(softIds.map((id) => [id, Array.from({ length: 29 }, () => nothing)]));
  for (const { softId, daysAgo, ...counted } of rows) days.get(softId)?.splice(daysAgo, 1, counted);
  return new Map([...days].map(([id, [now = nothing, ...before]]) => [id, judge(now, before)]));
}

/** What an email about alerts says: what began or is over, in the order of the kinds. */
export async function getAlert({
  ctx,
  input: { deliveryId },
}: Args<Pick<AlertEmail, "deliveryId">>): Promise<Finding[]> {
  requireSystem(ctx);
  const findings = await ctx.db.run(listFindingsSql, { deliveryId });
  return alertKinds.flatMap((kind) => findings.filter((finding) => finding.kind === kind));
}
