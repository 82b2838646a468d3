import { queryInputs, readView, unitOf } from "../../report/view.ts";
import type { portal } from "../../trpc/server.tsx";

type Ahead = Awaited<ReturnType<typeof portal>>["trpc"];

interface Page {
  softId: number;
  params: URLSearchParams;
  now: Date;
  /** When the application was created. */
  createdAt: Date;
}

/** Fetches on the server what the dashboard shows first. */
export async function fetchReport(trpc: Ahead, { softId, params, ...at }: Page): Promise<void> {
  const view = readView(params, at);
  const { mode, from, to, timezone, point } = view;
  const { range, compared } = queryInputs(softId, view, unitOf(view));
  await Promise.all([
    trpc.applications.get.prefetch({ softId }),
    trpc.stats.overview.prefetch(compared),
    from === to
      ? trpc.stats.hours.prefetch({ softId, mode, day: from, timezone })
      : trpc.stats.chart.prefetch({ ...range, mode }),
    trpc.stats.errors.prefetch(compared),
    trpc.stats.funnel.prefetch(range),
    trpc.stats.notes.prefetchInfinite(range),
    point !== null && trpc.stats.explain.prefetch({ softId, mode, day: point, timezone }),
  ]);
}
