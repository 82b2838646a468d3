import type { Batch } from "../coalesce.ts";
import type { AppContext } from "../context.ts";
import { countEventsSql } from "./count-events.sql.ts";
import type { Metric } from "./read-counts.ts";
import { shard } from "./shard.ts";

interface CountedEvent {
  softId: number;
  metric: Extract<Metric, `view${string}` | `download${string}`>;
  /** The reason of an exclusion; otherwise empty. */
  label: string;
}

/** Counts events in the current quarter of an hour. Resolves after the commit. */
export const countEvents: Batch<CountedEvent, void, AppContext> = {
  name: "count_events",
  max: 4_096,
  queue: 50_000,
  async run({ db }, events) {
    const sums = new Map<string, CountedEvent & { n: number }>();
    for (const event of events) {
      const key = `${event.softId} ${event.metric} ${event.label}`;
      const sum = sums.get(key);
      if (sum) sum.n++;
      else sums.set(key, { ...event, n: 1 });
    }
    const rows = [...sums.values()].map(({ softId, ...sum }) => ({ soft_id: softId, ...sum }));
    await db.run(countEventsSql, { events: rows, shard });
    return events.map(() => undefined);
  },
};
