"use client";

import { type Mode, modes } from "@gatepost/contract/modes";
import type { Unit } from "@gatepost/domain/stats/buckets";
import { keepPreviousData } from "@tanstack/react-query";
import { useEffect } from "react";
import { trpc } from "../../trpc/client.tsx";
import { pages } from "../../trpc/pages.ts";
import { orRetry } from "../../trpc/query-client.ts";
import { queryInputs } from "./query-inputs.ts";
import type { View } from "./view.ts";

/** Everything that a report shows. While it includes today it is asked again: figures often, the rest now and then. */
export function useReportQueries(softId: number, view: View, { unit, today }: { unit: Unit; today: string }) {
  const { mode, from, to, timezone, compare, point } = view;
  const byHour = from === to;
  const { range, compared } = queryInputs(softId, view, unit);
  const open = to >= today;
  const kept = { placeholderData: keepPreviousData };
  const often = { ...kept, refetchInterval: orRetry(open && 1_500) };
  const seldom = { ...kept, refetchInterval: orRetry(open && 5_000) };

  const overview = trpc.stats.overview.useQuery(compared, often);
  const days = trpc.stats.chart.useQuery({ ...range, mode }, { ...often, enabled: !byHour });
  const hours = trpc.stats.hours.useQuery({ softId, mode, day: from, timezone }, { ...often, enabled: byHour });
  const errors = trpc.stats.errors.useQuery(compared, seldom);
  const funnel = trpc.stats.funnel.useQuery(range, seldom);
  const notes = trpc.stats.notes.useInfiniteQuery(range, { ...pages, ...kept });
  const explained = trpc.stats.explain.useQuery(
    { softId, mode, day: point ?? from, timezone },
    { ...kept, enabled: point !== null },
  );

  // The period before does not change, and is fetched once its days are known.
  const before = overview.isPlaceholderData ? undefined : overview.data?.comparedWith.from;
  const past = { staleTime: 600_000, enabled: compare !== null && before !== undefined };
  const daysBefore = trpc.stats.chart.useQuery(
    { ...range, mode, comparedBy: compare ?? "previous" },
    { ...past, enabled: past.enabled && !byHour },
  );
  const hoursBefore = trpc.stats.hours.useQuery(
    { softId, mode, timezone, day: before ?? from },
    { ...past, enabled: past.enabled && byHour },
  );

  usePrefetchedModes({ softId, from, to, timezone, unit });
  return { overview, days, hours, errors, funnel, notes, explained, daysBefore, hoursBefore };
}

/** The other modes are fetched ahead, so that switching is immediate. */
function usePrefetchedModes({ softId, from, to, timezone, unit }: ReturnType<typeof queryInputs>["range"]): void {
  const client = trpc.useUtils();
  useEffect(() => {
    const fetchAhead = (mode: Mode) =>
      from === to
        ? client.stats.hours.prefetch({ softId, mode, day: from, timezone })
        : client.stats.chart.prefetch({ softId, mode, from, to, timezone, unit });
    const wait = setTimeout(() => modes.forEach((mode) => void fetchAhead(mode)), 300);
    return () => clearTimeout(wait);
  }, [client, softId, from, to, timezone, unit]);
}
