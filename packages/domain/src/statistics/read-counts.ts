import type { Metric } from "@gatepost/contract/modes";
import { LRUCache } from "lru-cache";
import type { Batch } from "../platform/coalesce.ts";
import { type AppContext, cached } from "../platform/context.ts";
import { readRecentCountsSql } from "./sql/read-recent-counts.sql.ts";
import { sumActiveUsersSql } from "./sql/sum-active-users.sql.ts";
import { sumCountsSql } from "./sql/sum-counts.sql.ts";

export interface OwnedApplication {
  softId: number;
  /** See dayCache. */
  revision: number;
  createdAt: Date;
  /** The database's clock. */
  now: Date;
}

/**
 * Seconds after its end from which a span is final. Events carry the start time of their transaction, and no statement
 * of ours takes so long.
 */
const settled = 600;
const daySeconds = 86_400;
/** Seconds for which events are counted together. */
export const quarter = 900;

/** The metric's sums over consecutive spans, such as the days of a report, in their order. */
export async function readSpans(
  app: AppContext,
  application: OwnedApplication,
  metric: Metric,
  spans: readonly Span[],
): Promise<Sums[]> {
  const { softId, revision, now } = application;
  const final = spans.filter(({ end }) => end <= now.getTime() / 1000 - settled).length;
  const days = app.cache(dayCache);
  days.noteClock(now.getTime() / 1000);
  const nameOf = ({ begin, end }: Span) => `${softId} ${revision} ${metric} ${begin} ${end}`;
  const known = spans.slice(0, final).map((span) => days.sums.get(nameOf(span)));
  const first = known.indexOf(undefined);
  if (first >= 0) {
    const last = known.lastIndexOf(undefined);
    const read = await readRange(app, softId, metric, spans.slice(first, last + 1));
    read.forEach((found, index) => {
      known[first + index] = found;
      days.sums.set(nameOf(spans[first + index] as Span), found);
    });
  }
  // Nothing is shown before its time, which a clock that was ahead may have counted.
  const until = (Math.floor(now.getTime() / 1000 / quarter) + 1) * quarter;
  const open = spans.slice(final).map(({ begin, end }) => ({ begin, end: Math.min(end, until) }));
  const recent =
    metric === "users"
      ? await readRange(app, softId, metric, open)
      : await Promise.all(open.map((span) => readOpen(app, application, metric, span)));
  return [...(known as Sums[]), ...recent];
}

async function readRange({ db }: AppContext, softId: number, metric: Metric, spans: readonly Span[]) {
  if (spans.length === 0) return [];
  const found = spans.map(() => new Map<string, number>());
  const begins = spans.map(({ begin }) => new Date(begin * 1000));
  const end = new Date((spans[spans.length - 1] as Span).end * 1000);
  const rows =
    metric === "users"
      ? (await db.run(sumActiveUsersSql, { softId, begins, end })).map((row) => ({ ...row, label: "" }))
      : await db.run(sumCountsSql, { softId, metric, begins, end });
  for (const { span, label, n } of rows) found[span - 1]?.set(label, Number(n));
  return found;
}

/** Of a week or a month that is not over, only the last days are read again. */
async function readOpen(app: AppContext, application: OwnedApplication, metric: Metric, span: Span): Promise<Sums> {
  const { softId, now } = application;
  const seconds = now.getTime() / 1000;
  if (span.begin > seconds) return new Map();
  const midnight = Math.floor((seconds - settled) / daySeconds) * daySeconds;
  if (midnight - span.begin < daySeconds || span.end <= midnight)
    return app.batch(readRecent, { softId, metric, begin: span.begin, end: span.end });
  const [[past = new Map()], recent] = await Promise.all([
    readSpans(app, application, metric, [{ begin: span.begin, end: midnight }]),
    app.batch(readRecent, { softId, metric, begin: midnight, end: span.end }),
  ]);
  const sums = new Map(past);
  for (const [label, n] of recent) sums.set(label, n + (sums.get(label) ?? 0));
  return sums;
}

/** One value per span, over all labels. */
export function totals(spans: readonly Sums[]): number[] {
  return spans.map((labels) => sum([...labels.values()]));
}

export function sum(values: readonly number[]): number {
  return values.reduce((all, n) => all + n, 0);
}

/** From the beginning of the first span to the end of the last one. */
export function whole(spans: readonly Span[]): Span {
  return { begin: (spans[0] as Span).begin, end: (spans.at(-1) as Span).end };
}

/** For each label that occurs, one value per span. */
export function byLabel(spans: readonly Sums[]): Map<string, number[]> {
  const values = new Map<string, number[]>();
  spans.forEach((labels, index) => {
    for (const [label, n] of labels) {
      let row = values.get(label);
      if (!row) {
        row = spans.map(() => 0);
        values.set(label, row);
      }
      row[index] = n;
    }
  });
  return values;
}

/** Everything counted before the span. */
export async function readBefore(app: AppContext, application: OwnedApplication, metric: Metric, { begin }: Span) {
  const [before = 0] = totals(await readSpans(app, application, metric, [{ begin: 0, end: begin }]));
  return before;
}

interface RecentInput extends Span {
  softId: number;
  metric: string;
}

/** Sums of spans that may still change. Concurrent callers with the same request share one query. */
const readRecent: Batch<RecentInput, Sums, AppContext> = {
  name: "read_recent_counts",
  max: 512,
  queue: 10_000,
  async run({ db }, asked) {
    const keyOf = ({ softId, metric, begin, end }: RecentInput) => `${softId} ${metric} ${begin} ${end}`;
    const parts = new Map(asked.map((input) => [keyOf(input), { input, sums: new Map<string, number>() }]));
    const read = [...parts.values()];
    const rows = await db.run(readRecentCountsSql, {
      spans: read.map(({ input }, n) => ({ n, ...input, begins: input.begin, ends: input.end })),
    });
    for (const { n, label, sum } of rows) read[n]?.sums.set(label, Number(sum));
    return asked.map((input) => parts.get(keyOf(input))?.sums ?? new Map());
  },
};

/** Sums by label of one metric over one span of time. */
export type Sums = ReadonlyMap<string, number>;

/** A span that a report covers, in Unix seconds: a day in some zone, or all the time before a day. */
export interface Span {
  begin: number;
  end: number;
}

/**
 * Past days change only by a correction, which increments the application's revision. So a process caches their sums,
 * and a report reads today alone. The key is the span, not its name, so that zones with equal days share entries.
 */
const dayCache = cached("days", () => {
  // By size: with `max`, lru-cache allocates memory for that many entries at once.
  const sums = new LRUCache<string, Sums>({ maxSize: 200_000, sizeCalculation: () => 1 });
  let latest = 0;

  return {
    sums,
    /**
     * By a clock that was ahead, days counted as ended that go on. It was, if it shows less than the time that passed in this process,
     * also where nothing was read until those days were over.
     */
    noteClock(seconds: number): void {
      const ahead = seconds - performance.now() / 1_000;
      if (ahead < latest - settled / 2) sums.clear();
      latest = ahead;
    },
  };
});
