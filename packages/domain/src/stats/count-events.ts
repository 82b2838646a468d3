import type { Batch } from "../coalesce.ts";
import type { Ground } from "../context.ts";
import { shard } from "./shard.ts";

export type Metric = "error" | "view" | "view_excluded" | "download" | "download_excluded";

export interface CountedEvent {
  softId: number;
  metric: Metric;
  /** The error code, or the reason of an exclusion; else empty. */
  label: string;
}

/** One row an application, metric and label, whatever the number of events. An application that is not there counts nothing. */
const statement = {
  name: "count_events",
  text: `
    insert into count as c (application_id, metric, bucket, label, shard, n)
    select a.id, i.metric, date_bin('15 minutes', now(), 'epoch'), i.label, $5::smallint, i.n
      from unnest($1::bigint[], $2::text[], $3::text[], $4::int[]) as i(soft_id, metric, label, n)
      join application a on a.id = i.soft_id
     order by a.id, i.metric, i.label
    on conflict (application_id, metric, bucket, label, shard) do update set n = c.n + excluded.n`,
};

/** Counts what happened in the present quarter of an hour; answers after the commit. */
export const countEvents: Batch<CountedEvent, void, Ground> = {
  name: "count_events",
  most: 4_096,
  queue: 50_000,
  async run({ db }, events) {
    const sums = new Map<string, CountedEvent & { n: number }>();
    for (const event of events) {
      const key = `${event.softId} ${event.metric} ${event.label}`;
      const sum = sums.get(key);
      if (sum) sum.n++;
      else sums.set(key, { ...event, n: 1 });
    }
    const rows = [...sums.values()];
    await db.sql(statement, [
      rows.map(({ softId }) => softId),
      rows.map(({ metric }) => metric),
      rows.map(({ label }) => label),
      rows.map(({ n }) => n),
      shard,
    ]);
    return events.map(() => undefined);
  },
};
