import { type Mode, modes } from "@gatepost/contract/modes";
import { localDay } from "@gatepost/domain/statistics/days";
import { keepPreviousData } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { spanName } from "../../format/time.ts";
import { type ChartData, chartRows, flagsOf, hiddenOf, withBefore, withoutHidden } from "../../report/chart-rows.ts";
import { queryInputs, readView, unitOf, type View, writeView } from "../../report/view.ts";
import { itemsOf, pages, trpc, useCurrent } from "../../trpc/client.tsx";
import { isRefusal, isSignedOut, orRetry } from "../../trpc/query-client.ts";
import { useAddress } from "../use-address.ts";

/** The state of the dashboard, from the address, and how to change it. `sent` is the server's time. */
export function useReport(softId: number, sent: Date) {
  const [now, setNow] = useState(sent);
  useEffect(() => {
    const beat = setInterval(() => setNow(new Date()), 60_000);
    return () => clearInterval(beat);
  }, []);
  const [address, push] = useAddress();
  const application = trpc.applications.get.useQuery({ softId }, { staleTime: 60_000 });
  const createdAt = application.data?.createdAt ?? now;
  const view = readView(new URLSearchParams(address), { now, createdAt });
  const show = (next: Partial<View>) => push(writeView({ ...view, ...next }));

  const { from, to, timezone, compare, point } = view;
  const unit = unitOf(view);
  const byHour = unit === "hour";
  const today = localDay(now.getTime(), timezone);
  const queries = useReportQueries(softId, view, today);

  const overview = useCurrent(queries.overview);
  const stats = useCurrent(queries.chart);
  const outcomes = useCurrent(queries.outcomes);
  const notePages = useCurrent(queries.notes);
  const notes = useMemo(() => (itemsOf(notePages) ?? []).sort((a, b) => (a.day < b.day ? -1 : 1)), [notePages]);

  const before = overview?.comparedWith ?? { from, to };
  const comparable = !application.data || localDay(createdAt.getTime(), timezone) <= before.from;
  const compared = compare !== null && comparable && !queries.overview.isPlaceholderData;
  const whole = useMemo(() => stats && chartRows(stats), [stats]);
  const past = compared && overview ? queries.before.data : undefined;
  const earlier = useMemo(() => past && chartRows(past), [past]);
  const off = view.hidden.join();
  const chart = useMemo<ChartData | undefined>(() => {
    if (!whole) return undefined;
    const hidden = hiddenOf(whole.series, off.split(","));
    const shown = withoutHidden(whole, hidden);
    return earlier ? withBefore(shown, earlier, hidden) : shown;
  }, [whole, earlier, off]);
  const empty =
    overview !== undefined &&
    Object.values(overview.figures).every(({ total }) => total === 0) &&
    outcomes?.errors.length === 0;
  const zoom = (first: string, last: string) => show({ range: "custom", from: first, to: last, by: null, point: null });
  /** A day is explained; a week or a month is shown by its days. */
  const chooseRow = (key: string) => {
    const last = whole?.rows.find((row) => row.key === key)?.last ?? key;
    if (last === key) show({ point: byHour ? from : key });
    else zoom(key, last);
  };
  const flags = useMemo(() => flagsOf(notes, whole?.rows ?? []), [notes, whole]);

  return {
    view,
    show,
    showMode: (chosen: Mode) => show({ mode: chosen, hidden: [], point: null }),
    readAt: { now, createdAt },
    today,
    byHour,
    unit,
    partial: overview?.partial ?? false,
    application: application.data,
    overview,
    outcomes,
    notes,
    moreNotes: queries.notes,
    flags,
    explained: point === null ? undefined : queries.explained.data,
    /** All series, for the legend; without the hidden ones and with the period before, for the chart. */
    whole,
    chart,
    chooseRow,
    zoom,
    /** The data shown belong to the previous view, for a moment, until those of this one arrive. */
    late: queries.chart.isPlaceholderData,
    /** The period with which figures are compared, in words. */
    baseline: spanName(before),
    /** Whether the application existed during the whole period before. */
    comparable,
    /** Whether nothing at all was counted in the range. */
    empty,
    /** Of the sections below the chart. */
    parts: { data: outcomes, error: queries.outcomes.error, refetch: queries.outcomes.refetch },
    /** The service refuses the report. While it cannot be reached, the parts say that they are not loaded. */
    error:
      [queries.overview.error, queries.chart.error, application.error].find(
        (error) => error && isRefusal(error) && !isSignedOut(error),
      ) ?? null,
    retry: () => void Promise.all([queries.overview.refetch(), queries.chart.refetch(), application.refetch()]),
  };
}

export type ShownReport = ReturnType<typeof useReport>;

/** Everything that a report shows. While it includes today it is asked again: figures often, the rest now and then. */
function useReportQueries(softId: number, view: View, today: string) {
  const { mode, from, to, timezone, compare, point } = view;
  const { range, compared, chart } = queryInputs(softId, view);
  const open = to >= today;
  const kept = { placeholderData: keepPreviousData };
  const often = { ...kept, refetchInterval: orRetry(open && 1_500) };

  const overview = trpc.stats.overview.useQuery(compared, often);
  // The period before does not change, and is fetched once its days are known.
  const before = overview.isPlaceholderData ? undefined : overview.data?.comparedWith;
  usePrefetchedModes(chart);
  return {
    overview,
    chart: trpc.stats.chart.useQuery(chart, often),
    outcomes: trpc.stats.outcomes.useQuery(compared, { ...kept, refetchInterval: orRetry(open && 5_000) }),
    notes: trpc.stats.notes.useInfiniteQuery(range, { ...pages, ...kept }),
    explained: trpc.stats.explain.useQuery(
      { softId, mode, day: point ?? from, timezone },
      { ...kept, enabled: point !== null },
    ),
    before: trpc.stats.chart.useQuery(
      { ...chart, ...before },
      { staleTime: 600_000, enabled: compare !== null && before !== undefined },
    ),
  };
}

/** The other modes are fetched ahead, so that switching is immediate. */
function usePrefetchedModes({ softId, from, to, timezone, unit }: ReturnType<typeof queryInputs>["chart"]): void {
  const client = trpc.useUtils();
  useEffect(() => {
    const chart = { softId, from, to, timezone, unit };
    const fetchAhead = () => modes.forEach((mode) => void client.stats.chart.prefetch({ ...chart, mode }));
    const wait = setTimeout(fetchAhead, 300);
    return () => clearTimeout(wait);
  }, [client, softId, from, to, timezone, unit]);
}
