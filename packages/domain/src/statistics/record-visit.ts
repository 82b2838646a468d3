import type { Metric } from "@gatepost/contract/modes";
import type { Batch } from "../platform/coalesce.ts";
import type { AppContext, Args, Context } from "../platform/context.ts";
import { shard } from "./count-refusal.ts";
import { countEventsSql } from "./sql/count-events.sql.ts";
import { exclusion, type VisitKind } from "./visit.ts";

interface Visit {
  softId: number;
  userAgent: string | null;
  kind: VisitKind;
}

/**
 * Counts a view of the application's public page, or the reason why it is not a person's view. On disk when it
 * resolves.
 */
export async function recordView({ ctx, input }: Args<Visit>): Promise<void> {
  await record(ctx, input, "view");
}

/** Counts a click on the application's download link in the same way. */
export async function recordDownload({ ctx, input }: Args<Visit>): Promise<void> {
  await record(ctx, input, "download");
}

async function record(ctx: Context, { softId, userAgent, kind }: Visit, metric: "view" | "download"): Promise<void> {
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
