import type { portal } from "../../trpc/server.ts";
import { readView } from "./view.ts";

type Ahead = Awaited<ReturnType<typeof portal>>["trpc"];

/** Fetches on the server what the dashboard shows first. */
export async function fetchReport(
  trpc: Ahead,
  softId: number,
  params: Record<string, string | string[] | undefined>,
  now: Date,
): Promise<void> {
  const single = Object.entries(params).flatMap(([key, value]) => (typeof value === "string" ? [[key, value]] : []));
  const { mode, from, to, timezone, point } = readView(new URLSearchParams(single), now);
  const range = { softId, from, to, timezone };
  await Promise.all([
    trpc.applications.get.prefetch({ softId }),
    trpc.stats.overview.prefetch(range),
    from === to
      ? trpc.stats.hours.prefetch({ softId, mode, day: from, timezone })
      : trpc.stats.chart.prefetch({ ...range, mode }),
    trpc.stats.errors.prefetch(range),
    trpc.stats.funnel.prefetch(range),
    trpc.stats.notes.prefetchInfinite(range),
    point !== null && trpc.stats.explain.prefetch({ softId, mode, day: point, timezone }),
  ]);
}
