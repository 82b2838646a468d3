import { queryInputs, readView, type View } from "../../report/view.ts";
import type { portal } from "../../trpc/server.tsx";

type Ahead = Awaited<ReturnType<typeof portal>>["trpc"];

interface Page {
  softId: number;
  params: URLSearchParams;
  now: Date;
  /** When the application was created. */
  createdAt: Date;
}

/** Fetches on the server what the dashboard shows first, and returns what that is. */
export async function fetchReport(trpc: Ahead, { softId, params, ...at }: Page): Promise<View> {
  const view = readView(params, at);
  const { mode, timezone, point } = view;
  const { range, compared, chart } = queryInputs(softId, view);
  await Promise.all([
    trpc.applications.get.prefetch({ softId }),
    trpc.stats.overview.prefetch(compared),
    trpc.stats.chart.prefetch(chart),
    trpc.stats.outcomes.prefetch(compared),
    trpc.stats.notes.prefetchInfinite(range),
    point !== null && trpc.stats.explain.prefetch({ softId, mode, day: point, timezone }),
  ]);
  return view;
}
