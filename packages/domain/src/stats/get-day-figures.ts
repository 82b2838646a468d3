import type { Args } from "../context.ts";
import { requireManager } from "../permission.ts";
import { getDayFiguresSql } from "./get-day-figures.sql.ts";

/** What is counted for the list: tasks that became ready, errors, views, clicks, and earnings in millionths of a dollar. */
const listedFigures = ["ready", "error", "view", "download", "money"] as const;
export type ListedFigure = (typeof listedFigures)[number];

interface DayFigures {
  softId: number;
  /** One value per UTC day: the fourteen before, and today, which is not over. */
  days: Record<ListedFigure, number[]>;
}

/** The days before today. */
const before = 14;

/** Two weeks and today of some applications of an account, for its list; nothing for those without any count. */
export async function getDayFigures({
  ctx,
  input,
}: Args<{ accountId: number; softIds: number[] }>): Promise<DayFigures[]> {
  requireManager(ctx, input.accountId);
  const rows = await ctx.db.run(getDayFiguresSql, input);
  const figures = new Map<number, DayFigures>();
  for (const { softId, metric, daysAgo, n } of rows) {
    const known = figures.get(softId) ?? { softId, days: emptyDays() };
    figures.set(softId, known);
    const values = known.days[metric as ListedFigure];
    if (daysAgo >= 0 && daysAgo <= before) values[before - daysAgo] = Number(n);
  }
  return [...figures.values()];
}

function emptyDays(): Record<ListedFigure, number[]> {
  const none = () => Array<number>(before + 1).fill(0);
  return { ready: none(), error: none(), view: none(), download: none(), money: none() };
}
