import type { Args } from "../context.ts";
import type { Span } from "./day-cache.ts";
import { ownedReport } from "./get-app-stats.ts";
import type { RangeInput } from "./range.ts";
import { readSpans, totals } from "./read-counts.ts";

export interface Funnel {
  views: number;
  downloads: number;
  /** Distinct accounts over the range. */
  users: number;
  /** Tasks that became ready, and that failed or were refused. */
  ready: number;
  failed: number;
  /** Millionths of a dollar. */
  earned: number;
}

/** How views of the public page led to revenue over a range, for the application's owner. */
export async function getFunnel({ ctx, input }: Args<RangeInput & { softId: number }>): Promise<Funnel> {
  const { application, range } = await ownedReport(ctx, input);
  const sum = async (metric: "view" | "download" | "ready" | "error" | "money") =>
    totals(await readSpans(ctx, application, metric, range.days)).reduce((all, n) => all + n, 0);
  const whole: Span = { begin: (range.days[0] as Span).begin, end: (range.days.at(-1) as Span).end };
  const [views, downloads, ready, failed, earned, [users = 0]] = await Promise.all([
    sum("view"),
    sum("download"),
    sum("ready"),
    sum("error"),
    sum("money"),
    readSpans(ctx, application, "users", [whole]).then(totals),
  ]);
  return { views, downloads, users, ready, failed, earned };
}
