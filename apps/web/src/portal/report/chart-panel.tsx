import { modeRecords } from "@gatepost/contract/modes";
import dynamic from "next/dynamic";
import { Skeleton } from "../../components/panel.tsx";
import { orUnloaded } from "../../components/unloaded.tsx";
import { spanName } from "../../format/time.ts";
import { type ChartSeries, comparesTotals, hiddenOf, marksUnfinished } from "../../report/chart-rows.ts";
import type { ChartUnit, Form } from "../../report/view.ts";
import { rangeName } from "./report-head.tsx";
import type { ShownReport } from "./use-report.ts";

/** The numbers, the table and the controls do not wait for the chart library. */
const ReportChart = dynamic(() => orUnloaded(import("./report-chart.tsx").then(({ ReportChart: Chart }) => Chart)), {
  ssr: false,
  loading: () => <Skeleton className="h-80 w-full" />,
});

const current: Record<ChartUnit, string> = { hour: "this hour", day: "today", week: "this week", month: "this month" };

/** How the chart marks what is not complete yet. */
function unfinished(form: Form, unit: ChartUnit): string {
  if (form === "lines") return `The dotted end is ${current[unit]}, which is`;
  return unit === "hour" ? "Hatched hours are" : `The hatched bar is ${current[unit]}, which is`;
}

export function ChartPanel({ report }: { report: ShownReport }) {
  const { view, show, unit, partial, comparable, overview, whole, chart, late } = report;
  const { timezone, mode, compare } = view;
  const lastDay = view.from === view.to ? "it" : "its last day";
  return (
    <section
      aria-label="Chart"
      aria-busy={late}
      className={`rounded-panel border border-line bg-panel px-2 pt-3 pb-2 sm:px-4 ${late ? "opacity-60" : ""}`}
    >
      {chart ? (
        <ReportChart
          chart={chart}
          label={`Chart: ${modeRecords[mode].name}, ${rangeName(view)}. The table below shows the same numbers.`}
          report={report}
        />
      ) : (
        <Skeleton className="h-80 w-full" />
      )}
      {whole && whole.series.length > 1 && (
        <Legend
          series={whole.series}
          hidden={view.hidden}
          change={(hidden) => show({ hidden })}
          {...(chart &&
            comparesTotals(chart) && { totals: { hasLine: view.form === "lines", before: report.baseline } })}
        />
      )}
      <p className="px-2 pt-1 pb-1 text-12 text-muted">
        {spanName(view)} by {unit}, {timezone}.{!chart && " Not loaded yet."}
        {chart && marksUnfinished(chart, view.form) && ` ${unfinished(view.form, unit)} not complete yet.`}
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

interface LegendProps {
  series: readonly ChartSeries[];
  hidden: readonly string[];
  change: (hidden: string[]) => void;
  /** Set if the dashed line is the total of the period before: its days, and whether this period's total has a line. */
  totals?: { before: string; hasLine: boolean };
}

/** Shows and hides series; at least one stays. */
function Legend({ series, hidden, change, totals }: LegendProps) {
  const off = hiddenOf(series, hidden);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div role="group" aria-label="Series of the chart" className="mb-1 flex flex-wrap gap-x-1 gap-y-0.5 px-1">
      {series.map(({ name, colour }) => {
        const on = !off.includes(name);
        return (
          <button
            key={name}
            type="button"
            aria-pressed={on}
            onClick={() => change(on ? [...off, name] : off.filter((one) => one !== name))}
            className={`flex items-center gap-1.5 rounded-field px-2 py-1 text-12 hover:bg-raised ${on ? "" : "text-muted line-through"}`}
          >
            <span
              className="size-2.5 shrink-0 border forced-color-adjust-none"
              style={{ background: on ? colour : "transparent", borderColor: colour }}
            />
            {name}
          </button>
        );
      })}
      {totals?.hasLine && <LineEntry className="border-t-3" name="Total" />}
      {totals && <LineEntry className="border-t-2 border-dashed" name={`Total, ${totals.before}`} />}
      {off.length > 0 && (
        <button
          type="button"
          onClick={() => change([])}
          className="rounded-field px-2 py-1 text-12 text-accent underline underline-offset-4"
        >
          Show all
        </button>
      )}
    </div>
  );
}

/** A line that cannot be hidden. */
function LineEntry({ name, className }: { name: string; className: string }) {
  return (
    <span className="flex items-center gap-1.5 px-2 py-1 text-12">
      <span className={`w-4 shrink-0 border-ink ${className}`} />
      {name}
    </span>
  );
}
