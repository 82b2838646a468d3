"use client";

import type { Unit } from "@gatepost/domain/stats/buckets";
import { seriesNames } from "@gatepost/presenters/app-stats";
import dynamic from "next/dynamic";
import { Skeleton } from "../../components/notice.tsx";
import { comparesTotals, marksUnfinished } from "./chart-rows.ts";
import { Legend } from "./legend.tsx";
import { rangeName } from "./range-controls.tsx";
import { spanName } from "./span-name.ts";
import type { ShownReport } from "./use-report.ts";
import type { Form } from "./view.ts";

/** The numbers, the table and the controls do not wait for the chart library. */
const ReportChart = dynamic(() => import("./report-chart.tsx").then(({ ReportChart: Chart }) => Chart), {
  ssr: false,
  loading: () => <Skeleton className="h-80 w-full" />,
});

const unfinished = { day: "today", week: "this week", month: "this month" };

/** How the chart marks what is not complete yet. */
function markOf(form: Form, unit: "hour" | Unit): string {
  if (unit === "hour") return form === "bars" ? "Hatched hours" : "The dotted hours";
  return `${form === "bars" ? "The hatched bar is" : "The dotted end is"} ${unfinished[unit]}, which`;
}

/** The chart with its legend and a line that explains the numbers. */
export function ChartPanel({ report, show: showValue }: { report: ShownReport; show: (value: number) => string }) {
  const { view, show, byHour, unit, partial, comparable, overview, whole, generated, flags, late } = report;
  const { timezone, mode, compare } = view;
  const lastDay = view.from === view.to ? "it" : "its last day";
  return (
    <section
      aria-label="Chart"
      aria-busy={late}
      className={`rounded-panel border border-line bg-panel px-2 pt-3 pb-2 sm:px-4 ${late ? "opacity-60" : ""}`}
    >
      {generated ? (
        <ReportChart
          {...generated}
          label={`Chart: ${seriesNames[mode].name}, ${rangeName(view)}. The table below shows the same numbers.`}
          show={showValue}
          money={mode === "money"}
          form={view.form}
          notes={flags}
          chosen={view.point}
          choose={report.chooseRow}
          {...(!byHour && {
            zoom: (first: string, last: string) =>
              show({ range: "custom", from: first, to: last, by: null, point: null }),
          })}
        />
      ) : (
        <Skeleton className="h-80 w-full" />
      )}
      {whole && whole.series.length > 1 && (
        <Legend
          series={whole.series}
          hidden={view.hidden}
          change={(hidden) => show({ hidden })}
          {...(generated &&
            comparesTotals(generated) && { totals: { hasLine: view.form === "lines", before: report.baseline } })}
        />
      )}
      <p className="px-2 pt-1 pb-1 text-12 text-muted">
        {spanName(view)} by {byHour ? "hour" : unit}, {timezone}.{!generated && " Not loaded yet."}
        {generated &&
          marksUnfinished(generated, view.form) &&
          ` ${markOf(view.form, byHour ? "hour" : unit)} ${byHour ? "are" : "is"} not complete yet.`}
        {!comparable && " No earlier data: the application is newer than the previous period."}
        {overview && comparable && (
          <>
            {" "}
            {compare ? "Dashed: " : "Compared with "}
            {report.baseline}
            {(compare ?? "previous") === "previous" &&
              unit !== "month" &&
              (view.from === view.to ? ", the same weekday" : ", the same weekdays")}
            {partial &&
              (compare
                ? `; the figures above count ${lastDay} only up to this time`
                : `, counting ${lastDay} only up to this time`)}
            .
          </>
        )}
      </p>
    </section>
  );
}
