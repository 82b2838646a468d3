import { type Args, requireManager } from "../platform/context.ts";
import { inAccountTurn } from "../platform/turns.ts";
import { type GetWaitStatsRow, getWaitStatsSql } from "./sql/get-wait-stats.sql.ts";

/**
 * The outcomes of waits that have ended. `waits` also has those that ended otherwise, such as by the task's time limit.
 * `refused`: answered waits whose value the site refused. Seconds are from the wait's opening until the value was pushed, of
 * answered waits; null without any.
 */
export type WaitFigures = Pick<
  GetWaitStatsRow,
  "waits" | "answered" | "timedOut" | "declined" | "refused" | "medianSeconds" | "p95Seconds"
>;

/** Tasks that one report reads at most. */
const maxScanned = 20_000;
/** Templates and applications that are listed: those with the most waits. */
const maxListed = 100;

/**
 * How people and programs answered the waits of an account's tasks that were created in the last `days` days, as far as their
 * records are kept. A value that was pushed before its step was reached makes no wait. `isPartial`: older tasks of these days were
 * left out, because there are too many. `softId` is null for tasks without an application.
 */
export async function getWaitStats({ ctx, input: { accountId, days } }: Args<{ accountId: number; days: number }>) {
  requireManager(ctx, accountId);
  const asked = { accountId, days, scanned: maxScanned };
  const rows = await inAccountTurn(ctx, accountId, () => ctx.db.run(getWaitStatsSql, asked));
  const of = (dimension: GetWaitStatsRow["dimension"]) =>
    rows.filter((row) => row.dimension === dimension).slice(0, maxListed);
  const [all] = of("all") as [GetWaitStatsRow];
  return {
    all: figuresOf(all),
    byTemplate: of("template").map((row) => ({ templateName: row.templateName ?? "", ...figuresOf(row) })),
    byApplication: of("application").map((row) => ({ softId: row.softId, ...figuresOf(row) })),
    isPartial: all.isPartial,
  };
}

function figuresOf(row: GetWaitStatsRow): WaitFigures {
  const { waits, answered, timedOut, declined, refused, medianSeconds, p95Seconds } = row;
  return { waits, answered, timedOut, declined, refused, medianSeconds, p95Seconds };
}
