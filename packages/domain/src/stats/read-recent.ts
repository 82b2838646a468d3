import type { Batch } from "../coalesce.ts";
import type { AppContext } from "../context.ts";
import type { Span, Sums } from "./day-cache.ts";
import { readRecentCountsSql } from "./read-recent-counts.sql.ts";

interface RecentInput extends Span {
  softId: number;
  metric: string;
}

/** Sums of spans that may still change. Concurrent callers with the same request share one query. */
export const readRecent: Batch<RecentInput, Sums, AppContext> = {
  name: "read_recent_counts",
  max: 512,
  queue: 10_000,
  async run({ db }, asked) {
    const keyOf = ({ softId, metric, begin, end }: RecentInput) => `${softId} ${metric} ${begin} ${end}`;
    const parts = new Map(asked.map((input) => [keyOf(input), { input, sums: new Map<string, number>() }]));
    const read = [...parts.values()];
    const rows = await db.run(readRecentCountsSql, {
      spans: read.map(({ input: { softId, metric, begin, end } }, n) => ({
        ...{ n, soft_id: softId, metric, begins: begin, ends: end },
      })),
    });
    for (const { n, label, sum } of rows) read[n]?.sums.set(label, Number(sum));
    return asked.map((input) => parts.get(keyOf(input))?.sums ?? new Map());
  },
};
