import type { Context } from "../context.ts";
import { requireManager } from "../permission.ts";
import { getDayFiguresSql } from "./get-day-figures.sql.ts";

export interface DayFigures {
  softId: number;
  /** Tasks that became ready, one value per UTC day; the last is today. */
  ready: number[];
  /** Today's, in UTC. */
  today: { ready: number; errors: number; views: number; downloads: number /** Millionths. */; earned: number };
}

const days = 14;

/** The last two weeks and today's numbers of some applications of an account, for its list. */
export async function getDayFigures({
  ctx,
  input,
}: {
  ctx: Context;
  input: { accountId: number; softIds: number[] };
}): Promise<DayFigures[]> {
  requireManager(ctx, input.accountId);
  const rows = await ctx.db.run(getDayFiguresSql, input);
  const figures = new Map<number, DayFigures>();
  for (const { softId, metric, daysAgo, n } of rows) {
    let known = figures.get(softId);
    if (!known) {
      known = {
        softId,
        ready: Array<number>(days).fill(0),
        today: { ready: 0, errors: 0, views: 0, downloads: 0, earned: 0 },
      };
      figures.set(softId, known);
    }
    if (metric === "ready" && daysAgo >= 0 && daysAgo < days) known.ready[days - 1 - daysAgo] = Number(n);
    const place = todays[metric];
    if (daysAgo === 0 && place) known.today[place] = Number(n);
  }
  return [...figures.values()];
}

const todays: Record<string, keyof DayFigures["today"]> = {
  ready: "ready",
  error: "errors",
  view: "views",
  download: "downloads",
  money: "earned",
};
