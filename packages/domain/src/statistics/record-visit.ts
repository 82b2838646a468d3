import type { Metric } from "@gatepost/contract/modes";
import type { Batch } from "../platform/coalesce.ts";
import type { AppContext, Args } from "../platform/context.ts";
import { shard } from "./count-refusal.ts";
import { countEventsSql } from "./sql/count-events.sql.ts";
import { exclusion, type VisitKind } from "./visit.ts";

interface Visit {
  softId: number;
  /** A view of the application's public page, or a click on its download link. */
  metric: "view" | "download";
  userAgent: string | null;
  kind: VisitKind;
}

/** Counts a visit, or the reason why it is not a person's. On disk when it resolves. */
export async function recordVisit({ ctx, input: { softId, metric, userAgent, kind } }: Args<Visit>): Promise<void> {
  const reason = exclusion(kind, userAgent);
  await ctx.batch(countEvents, { softId, metric: reason ? `${metric}_excluded` : metric, label: reason ?? "" });
}

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
    await db.run(countEventsSql, { events: [...sums.values()], shard });
    return events.map(() => undefined);
  },
};
