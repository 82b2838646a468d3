"use client";

import dynamic from "next/dynamic";
import { memo } from "react";
import { CartesianGrid, ComposedChart, usePlotArea, XAxis, YAxis } from "recharts";
import { Later } from "../../components/later.tsx";
import { compact } from "../../format/number.ts";
import { axisTicks, labelledRows, place } from "./chart-axis.ts";
import { ChartBars } from "./chart-bars.tsx";
import { axisLabel } from "./chart-label.tsx";
import { ChartPointer } from "./chart-pointer.tsx";
import { type ChartData, type ChartRow, sum, withTotal } from "./chart-rows.ts";
import { OnAxes } from "./on-axes.tsx";
import type { Form } from "./view.ts";

/** Loaded only by charts that have marks, which most do not. */
const ChartMarks = dynamic(() => import("./chart-marks.tsx").then(({ ChartMarks: Marks }) => Marks), { ssr: false });

/** Loaded when somebody chooses lines. */
const ChartLines = dynamic(() => import("./chart-lines.tsx").then(({ ChartLines: Lines }) => Lines), { ssr: false });

interface Props extends ChartData {
  /** The text alternative of the chart. The numbers are in the table below. */
  label: string;
  show: (value: number) => string;
  money: boolean;
  form: Form;
  /** Texts of notes by the row's key. */
  notes: ReadonlyMap<string, string[]>;
  chosen: string | null;
  choose: (key: string) => void;
  /** Called with a range that was selected in the chart; absent if there is nothing narrower. */
  zoom?: ((from: string, to: string) => void) | undefined;
}

/**
 * One chart, full width, 320 px high: bars stacked by series, the incomplete row hatched, or a line for each series; the
 * period before as a dashed line, notes as flags. The pointer has a layer of its own below, so that its moves do not
 * render bars again.
 */
export function ReportChart(props: Props) {
  const { label, rows, series, show, notes, chosen, choose, zoom, money, form } = props;
  return (
    <figure aria-label={label} className="relative select-none">
      <ChartPointer rows={rows} series={series} show={show} notes={notes} choose={choose} zoom={zoom} />
      <Picture {...{ rows, series, money, form, notes, chosen }} />
    </figure>
  );
}

type PictureProps = Pick<Props, "rows" | "series" | "money" | "form" | "notes" | "chosen">;

/** Everything that does not change while the pointer moves. */
const Picture = memo(function Picture({ rows, series, money, form, notes, chosen }: PictureProps) {
  const lines = form === "lines" ? withTotal({ rows, series }) : null;
  const highest = (lines?.rows ?? rows).map(({ values, before = 0 }) =>
    Math.max(before, lines ? Math.max(...values) : sum(values)),
  );
  const ticks = axisTicks(Math.max(0, ...highest));
  const marked = rows.some(({ key, before }) => before !== undefined || notes.has(key) || key === chosen);
  return (
    <ComposedChart
      responsive
      accessibilityLayer={false}
      className="pointer-events-none"
      style={{ width: "100%", height: place.height }}
      data={rows}
      margin={{ top: place.top, right: place.right, bottom: 0, left: 0 }}
    >
      <Later>
        <CartesianGrid zIndex={0} vertical={false} verticalCoordinatesGenerator={() => []} stroke="var(--line)" />
        <DayAxis rows={rows} />
        <YAxis
          width={place.left}
          domain={[0, ticks.at(-1) ?? 1]}
          // The domain is fixed, because Recharts has no bars of its own by which to extend it.
          allowDataOverflow
          ticks={ticks}
          interval={0}
          tickFormatter={(value: number) => (money ? shortDollars(value) : compact(value))}
          tick={axisLabel}
          tickLine={false}
          axisLine={false}
        />
        {lines ? <OnAxes draw={ChartLines} {...lines} /> : <OnAxes draw={ChartBars} rows={rows} series={series} />}
        {marked && <ChartMarks rows={rows} notes={notes} chosen={chosen} />}
      </Later>
    </ComposedChart>
  );
});

/** The labels are selected here, because Recharts would first measure each of them in the page. */
function DayAxis({ rows }: { rows: readonly ChartRow[] }) {
  const width = usePlotArea()?.width ?? 0;
  const short = new Map(rows.map((row) => [row.key, row.short]));
  const longest = Math.max(0, ...rows.map((row) => row.short.length));
  return (
    <XAxis
      dataKey="key"
      scale="band"
      height={place.bottom}
      ticks={labelledRows(rows.length, width, longest * 7).map((index) => rows[index]?.key ?? "")}
      interval={0}
      tickFormatter={(key: string) => short.get(key) ?? ""}
      tick={axisLabel}
      tickLine={false}
      axisLine={{ stroke: "var(--muted)" }}
    />
  );
}

/** `$0.50`, `$2`, `$1.5K`. */
function shortDollars(cents: number): string {
  return `$${cents % 100 === 0 ? compact(cents / 100) : (cents / 100).toFixed(2)}`;
}
