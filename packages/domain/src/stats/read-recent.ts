import type { Batch } from "../coalesce.ts";
import type { Ground } from "../context.ts";

export interface RecentInput {
  softId: number;
  metrics: readonly string[];
  /** Unix seconds. */
  since: number;
  until: number;
}

export interface RecentCount {
  metric: string;
  label: string;
  /** Unix seconds of the quarter hour. */
  bucket: number;
  n: number;
}

/** Each metric's quarter hours as one range of the primary key; today has 96 of them at most, times labels and shards. */
const statement = {
  name: "read_recent_counts",
  text: `
    select i.n::int as input, c.metric, c.label, extract(epoch from c.bucket)::bigint as bucket, sum(c.n)::bigint as n
      from unnest($1::int[], $2::text[], $3::float8[], $4::float8[]) with ordinality as i(soft_id, metric, since, until, n)
      join count c on c.application_id = i.soft_id and c.metric = i.metric
                  and c.bucket >= to_timestamp(i.since) and c.bucket < to_timestamp(i.until)
     group by 1, 2, 3, 4`,
};

/** Counts of what may still change. Callers that ask for the same share one reading. */
export const readRecent: Batch<RecentInput, RecentCount[], Ground> = {
  name: "read_recent_counts",
  most: 256,
  queue: 10_000,
  async run({ db }, asked) {
    const places = new Map<string, number>();
    const parts: { input: RecentInput; metric: string; place: number }[] = [];
    for (const input of asked) {
      const key = JSON.stringify(input);
      if (places.has(key)) continue;
      places.set(key, places.size);
      for (const metric of input.metrics) parts.push({ input, metric, place: places.size - 1 });
    }
    const rows = await db.sql<RecentCount & { input: number }>(statement, [
      parts.map(({ input }) => input.softId),
      parts.map(({ metric }) => metric),
      parts.map(({ input }) => input.since),
      parts.map(({ input }) => input.until),
    ]);
    const found: RecentCount[][] = Array.from({ length: places.size }, () => []);
    for (const { input, ...count } of rows) found[parts[input - 1]?.place ?? 0]?.push(count);
    return asked.map((input) => found[places.get(JSON.stringify(input)) ?? 0] ?? []);
  },
};
