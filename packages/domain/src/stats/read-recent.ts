import type { Batch } from "../coalesce.ts";
import type { Ground } from "../context.ts";
import type { Span, Sums } from "./day-memory.ts";

export interface RecentInput extends Span {
  softId: number;
  metric: string;
}

/** Each span as one range of the primary key; today has 96 quarter hours at most, times labels and shards. */
const statement = {
  name: "read_recent_counts",
  text: `
    select i.n::int as n, c.label, sum(c.n)::bigint as sum
      from unnest($1::int[], $2::text[], $3::float8[], $4::float8[]) with ordinality as i(soft_id, metric, since, until, n)
      join count c on c.application_id = i.soft_id and c.metric = i.metric
                  and c.bucket >= to_timestamp(i.since) and c.bucket < to_timestamp(i.until)
     group by 1, 2`,
};

/** Sums of spans that may still change. Callers that ask for the same share one reading. */
export const readRecent: Batch<RecentInput, Sums, Ground> = {
  name: "read_recent_counts",
  most: 512,
  queue: 10_000,
  async run({ db }, asked) {
    const keyOf = ({ softId, metric, begin, end }: RecentInput) => `${softId} ${metric} ${begin} ${end}`;
    const parts = new Map(asked.map((input) => [keyOf(input), { input, sums: new Map<string, number>() }]));
    const read = [...parts.values()];
    const rows = await db.sql<{ n: number; label: string; sum: number }>(statement, [
      read.map(({ input }) => input.softId),
      read.map(({ input }) => input.metric),
      read.map(({ input }) => input.begin),
      read.map(({ input }) => input.end),
    ]);
    for (const { n, label, sum } of rows) read[n - 1]?.sums.set(label, sum);
    return asked.map((input) => parts.get(keyOf(input))?.sums ?? new Map());
  },
};
