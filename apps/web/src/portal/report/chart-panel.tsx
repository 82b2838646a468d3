"use client";

import dynamic from "next/dynamic";
import { Skeleton } from "../../components/notice.tsx";
import { calendarDay } from "../../format/time.ts";
import { Legend } from "./legend.tsx";
import { rangeName } from "./report-head.tsx";
import type { ShownReport } from "./use-report.ts";

/** The numbers, the table and the controls do not wait for the chart library. */
const ReportChart = dynamic(() => import("./report-chart.tsx").then(({ ReportChart: Chart }) => Chart), {
  ssr: false,
  loading: () => <Skeleton className="h-80 w-full" />,
});

/** The chart with its legend and a line that explains the numbers. */
export function ChartPanel({ report, show: showValue }: { report: ShownReport; show: (value: number) => string }) {
  const { view, show, byHour, partial, comparable, overview, whole, generated, flags, late } = report;
  const { from, to, timezone, mode, compare } = view;
  return (
    <section
      aria-label="Chart"
      aria-busy={late}
      className={`rounded-panel border border-line bg-panel px-2 pt-3 pb-2 sm:px-4 ${late ? "opacity-60" : ""}`}
    >
      {generated ? (
        <ReportChart
          {...generated}
          label={`Chart of ${mode}, ${rangeName(view)}. The table below shows the same numbers.`}
          show={showValue}
          money={mode === "money"}
          notes={flags}
          chosen={view.point}
          choose={(key) => show({ point: byHour ? from : key })}
          {...(!byHour && {
            zoom: (first: string, last: string) => show({ range: "custom", from: first, to: last, point: null }),
          })}
        />
      ) : (
        <Skeleton className="h-80 w-full" />
      )}
      {whole && whole.series.length > 1 && (
        <Legend series={whole.series} hidden={view.hidden} change={(hidden) => show({ hidden })} />
      )}
      <p className="px-2 pt-1 pb-1 text-12 text-muted">
        {byHour ? `${calendarDay(from)} by hour` : "By day"}, {timezone}.
        {partial &&
          (byHour ? " Hatched hours are not complete yet." : " The hatched bar is today, which is not complete yet.")}
        {!comparable && " No earlier data: the application is newer than the previous period."}
        {overview && comparable && (
          <>
            {" "}
            {compare ? "Dashed: " : "Compared with "}
            {calendarDay(overview.comparedWith.from)}
            {from !== to && ` – ${calendarDay(overview.comparedWith.to)}`}, the same weekdays
            {partial &&
              (compare ? "; for the figures above, its last day ends at this time" : ", its last day up to this time")}
            .
          </>
        )}
      </p>
    </section>
  );
}
