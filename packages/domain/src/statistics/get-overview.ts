import { type Mode, modeRecords, modes } from "@gatepost/contract/modes";
import { type Args, requireManager } from "../platform/context.ts";
import type { Day } from "./days.ts";
import { ownedReport } from "./get-app-stats.ts";
import { type Baseline, changeOf, type RangeInput, rangeBefore, spansBefore } from "./range.ts";
import { readBefore, readSpans, type Span, sum, totals, whole } from "./read-counts.ts";
import { centsByDay } from "./series.ts";
import { getDayFiguresSql } from "./sql/get-day-figures.sql.ts";

export type Overview = Awaited<ReturnType<typeof getOverview>>;

/**
 * The figures of an application, for its owner; that of `errors` is what became ready. Each is a total over the range, in which each user
 * counts once and money is in cents; the same over the period before, cut at the same time as today; the change between them; and
 * one value per day, week or month.
 * `partial`: the last day is today, and incomplete. So is its week or month. `comparedWith`: the period before, in whole days.
 */
export async function getOverview({
  ctx,
  input,
}: Args<RangeInput & { softId: number; baseline?: Baseline | undefined }>) {
  const { application, range } = await ownedReport(ctx, input);
  const earlier = rangeBefore(range, input.baseline).days;
  const spans = spansBefore(earlier, range, application.now);

  async function figureOf(mode: Mode) {
    const { metrics, distinct, money } = modeRecords[mode];
    const read = async (spans: Span[]) => totals(await readSpans(ctx, application, metrics[0], spans));
    const values = async (spans: Span[]) => {
      if (!money) return read(spans);
      const [before, earned] = await Promise.all([
        readBefore(ctx, application, metrics[0], spans[0] as Span),
        read(spans),
      ]);
      return centsByDay(before, earned);
    };
    const total = async (spans: Span[]) => sum(distinct ? await read([whole(spans)]) : await values(spans));
    const [shown, before] = await Promise.all([values(range.days), total(spans)]);
    const now = distinct ? await total(range.days) : sum(shown);
    return { total: now, before, change: changeOf(now, before), values: shown };
  }

  const figures = await Promise.all(modes.map(async (mode) => [mode, await figureOf(mode)] as const));
  return {
    figures: Object.fromEntries(figures) as Record<Mode, (typeof figures)[number][1]>,
    partial: range.endsToday,
    comparedWith: { from: (earlier[0] as Day).iso, to: (earlier.at(-1) as Day).last },
  };
}

/** What is counted for the list: tasks that became ready, errors, views, clicks, and earnings in millionths of a dollar. */
export type ListedFigure = "ready" | "error" | "view" | "download" | "money";

/** The days before today. */
const before = 14;

/** Two weeks and today of some applications of an account, for its list; nothing for those without any count. */
export async function getDayFigures({ ctx, input }: Args<{ accountId: number; softIds: number[] }>) {
  requireManager(ctx, input.accountId);
  const rows = await ctx.db.run(getDayFiguresSql, input);
  const figures = new Map<number, { softId: number; days: ReturnType<typeof emptyDays> }>();
  for (const { softId, metric, daysAgo, n } of rows) {
    const known = figures.get(softId) ?? { softId, days: emptyDays() };
    figures.set(softId, known);
    const values = known.days[metric as ListedFigure];
    if (daysAgo >= 0 && daysAgo <= before) values[before - daysAgo] = Number(n);
  }
  return [...figures.values()];
}

/** One value per UTC day: the fourteen before, and today, which is not over. */
function emptyDays(): Record<ListedFigure, number[]> {
  const none = () => Array<number>(before + 1).fill(0);
  return { ready: none(), error: none(), view: none(), download: none(), money: none() };
}

export type Funnel = Awaited<ReturnType<typeof getFunnel>>;

/**
 * How views of the public page led to revenue over a range, for the application's owner. `users`: distinct accounts over the range.
 * `failed` tasks include those that were refused; `earned` is in millionths of a dollar.
 */
export async function getFunnel({ ctx, input }: Args<RangeInput & { softId: number }>) {
  const { application, range } = await ownedReport(ctx, input);
  const count = async (metric: "view" | "download" | "ready" | "error" | "money") =>
    sum(totals(await readSpans(ctx, application, metric, range.days)));
  const [views, downloads, ready, failed, earned, [users = 0]] = await Promise.all([
    count("view"),
    count("download"),
    count("ready"),
    count("error"),
    count("money"),
    readSpans(ctx, application, "users", [whole(range.days)]).then(totals),
  ]);
  return { views, downloads, users, ready, failed, earned };
}
