"use client";

import { modes } from "@gatepost/contract/modes";
import { localDay } from "@gatepost/domain/stats/days";
import { keepPreviousData } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { trpc } from "../../trpc/client.tsx";
import { itemsOf, pages } from "../../trpc/pages.ts";
import { type ChartData, dayRows, hiddenOf, hourRows, withBefore, withoutHidden } from "./chart-rows.ts";
import { useAddress } from "./use-address.ts";
import { readView, type View, writeView } from "./view.ts";

/** The state of the dashboard, from the address, and how to change it. `sent` is the server's time. */
export function useReport(softId: number, sent: Date) {
  const [now, setNow] = useState(sent);
  useEffect(() => {
    const beat = setInterval(() => setNow(new Date()), 60_000);
    return () => clearInterval(beat);
  }, []);
  const [address, push] = useAddress();
  const view = readView(new URLSearchParams(address), now);
  const show = (next: Partial<View>) => push(writeView({ ...view, ...next }));

  const { mode, from, to, timezone, compare, point } = view;
  const range = { softId, from, to, timezone };
  const byHour = from === to;
  const today = localDay(now.getTime(), timezone);
  const refetchInterval = to >= today ? 1_500 : (false as const);
  const kept = { placeholderData: keepPreviousData };

  const application = trpc.applications.get.useQuery({ softId }, { staleTime: 60_000 });
  const overview = trpc.stats.overview.useQuery(range, { ...kept, refetchInterval });
  const days = trpc.stats.chart.useQuery({ ...range, mode }, { ...kept, refetchInterval, enabled: !byHour });
  const hours = trpc.stats.hours.useQuery(
    { softId, mode, day: from, timezone },
    { ...kept, refetchInterval, enabled: byHour },
  );
  const errors = trpc.stats.errors.useQuery(range, { ...kept, refetchInterval: refetchInterval && 5_000 });
  const funnel = trpc.stats.funnel.useQuery(range, { ...kept, refetchInterval: refetchInterval && 5_000 });
  const notePages = trpc.stats.notes.useInfiniteQuery(range, { ...pages, ...kept });
  const notes = useMemo(
    () => (itemsOf(notePages.data) ?? []).sort((a, b) => (a.day < b.day ? -1 : 1)),
    [notePages.data],
  );
  const explained = trpc.stats.explain.useQuery(
    { softId, mode, day: point ?? from, timezone },
    { ...kept, enabled: point !== null },
  );
  const before = overview.data?.comparedWith ?? { from, to };
  const comparable = !application.data || application.data.createdAt.toISOString().slice(0, 10) <= before.from;
  const compared = compare && comparable && overview.data !== undefined && !overview.isPlaceholderData;
  const daysBefore = trpc.stats.chart.useQuery(
    { softId, mode, timezone, ...before },
    { staleTime: 600_000, enabled: compared && !byHour },
  );
  const hoursBefore = trpc.stats.hours.useQuery(
    { softId, mode, timezone, day: before.from },
    { staleTime: 600_000, enabled: compared && byHour },
  );

  // The other modes are prefetched, so that switching is immediate.
  const client = trpc.useUtils();
  useEffect(() => {
    const wait = setTimeout(() => {
      for (const other of modes) {
        if (from === to) void client.stats.hours.prefetch({ softId, mode: other, day: from, timezone });
        else void client.stats.chart.prefetch({ softId, mode: other, from, to, timezone });
      }
    }, 300);
    return () => clearTimeout(wait);
  }, [client, softId, from, to, timezone]);

  const partial = overview.data?.partial ?? false;
  const whole = useMemo<ChartData | undefined>(
    () => (byHour ? hours.data && hourRows(hours.data, mode) : days.data && dayRows(days.data, partial)),
    [byHour, hours.data, days.data, mode, partial],
  );
  const earlier = useMemo<ChartData | undefined>(() => {
    if (!compared) return undefined;
    if (byHour) return hoursBefore.data && hourRows(hoursBefore.data, mode);
    return daysBefore.data && dayRows(daysBefore.data, false);
  }, [compared, byHour, hoursBefore.data, daysBefore.data, mode]);
  const off = view.hidden.join();
  const generated = useMemo<ChartData | undefined>(() => {
    if (!whole) return undefined;
    const hidden = hiddenOf(whole.series, off.split(","));
    const shown = withoutHidden(whole, hidden);
    return earlier ? withBefore(shown, earlier, hidden) : shown;
  }, [whole, earlier, off]);
  const flags = useMemo(() => {
    const byDay = new Map<string, string[]>();
    for (const { day, text } of notes) byDay.set(day, [...(byDay.get(day) ?? []), text]);
    return byDay;
  }, [notes]);

  return {
    view,
    show,
    today,
    byHour,
    partial,
    application: application.data,
    overview: overview.data,
    errors: errors.data,
    funnel: funnel.data,
    notes,
    moreNotes: notePages,
    flags,
    explained: point === null ? undefined : explained.data,
    /** All series, for the legend; without the hidden ones and with the period before, for the chart. */
    whole,
    generated,
    /** The data shown belong to the previous view until those of this one arrive. */
    late: byHour ? hours.isPlaceholderData : days.isPlaceholderData,
    /** Whether the application existed during the whole period before. */
    comparable,
    /** The data shown could not be refreshed. */
    stale: overview.isRefetchError || (byHour ? hours : days).isRefetchError,
    /** The sections below the chart could not be loaded. */
    partsError: (errors.data ? null : errors.error) ?? (funnel.data ? null : funnel.error),
    retryParts: () => void Promise.all([errors.refetch(), funnel.refetch()]),
    error: overview.data ? null : (overview.error ?? (byHour ? hours.error : days.error) ?? application.error),
    retry: () => void Promise.all([overview.refetch(), (byHour ? hours : days).refetch(), application.refetch()]),
  };
}

export type ShownReport = ReturnType<typeof useReport>;
