import { modeRecords } from "@gatepost/contract/modes";
import dynamic from "next/dynamic";
import { memo, type ReactNode, useDeferredValue, useId } from "react";
import {
  CartesianGrid,
  ComposedChart,
  usePlotArea,
  XAxis,
  type XAxisTickContentProps,
  YAxis,
  type YAxisTickContentProps,
} from "recharts";
import { orUnloaded } from "../../components/unloaded.tsx";
import { axisValue, formatOf } from "../../format/numbers.ts";
import { axisTicks, barsOf, labelledRows, lineParts, plot } from "../../report/chart-axis.ts";
import { type ChartData, type ChartRow, sum, totalName, withTotal } from "../../report/chart-rows.ts";
import type { Form } from "../../report/view.ts";
import { ChartPointer } from "./chart-pointer.tsx";
import type { ShownReport } from "./use-report.ts";

/** Loaded only by charts that have marks, which most do not. */
const ChartMarks = dynamic(() => orUnloaded(import("./chart-marks.tsx").then(({ ChartMarks: Marks }) => Marks)), {
  ssr: false,
});

interface Props {
  chart: ChartData;
  /** The text alternative of the chart. The numbers are in the table below. */
  label: string;
  report: ShownReport;
}

/**
 * One chart, full width, 320 px high: bars stacked by series, the incomplete row hatched, or a line for each series; the
 * period before as a dashed line, notes as flags. The pointer has a layer of its own below, so that its moves do not render
 * bars again.
 */
export function ReportChart({ chart, label, report }: Props) {
  const { view, byHour, flags, chooseRow, zoom } = report;
  return (
    <figure aria-label={label} className="relative select-none">
      <ChartPointer
        {...chart}
        show={formatOf(view.mode)}
        notes={flags}
        choose={chooseRow}
        zoom={byHour ? undefined : zoom}
      />
      <Picture {...chart} money={modeRecords[view.mode].money} form={view.form} notes={flags} chosen={view.point} />
    </figure>
  );
}

interface PictureProps extends ChartData {
  money: boolean | undefined;
  form: Form;
  /** Texts of notes by the row's key. */
  notes: ReadonlyMap<string, string[]>;
  chosen: string | null;
}

/** Everything that does not change while the pointer moves. */
const Picture = memo(function Picture({ rows, series, money, form, notes, chosen }: PictureProps) {
  const lines = form === "lines" ? withTotal({ rows, series }) : null;
  const highest = (lines?.rows ?? rows).map(({ values, before = 0 }) =>
    Math.max(before, lines ? Math.max(...values) : sum(values)),
  );
  const ticks = axisTicks(Math.max(0, ...highest));
  const top = ticks.at(-1) ?? 1;
  const marked = rows.some(({ key, before }) => before !== undefined || notes.has(key) || key === chosen);
  return (
    <ComposedChart
      responsive
      accessibilityLayer={false}
      className="pointer-events-none"
      style={{ width: "100%", height: plot.height }}
      data={rows}
      margin={{ top: plot.top, right: plot.right, bottom: 0, left: 0 }}
    >
      <Later>
        <CartesianGrid zIndex={0} vertical={false} verticalCoordinatesGenerator={() => []} stroke="var(--line)" />
        <DayAxis rows={rows} />
        <YAxis
          width={plot.left}
          domain={[0, top]}
          // The domain is fixed, because Recharts has no bars of its own by which to extend it.
          allowDataOverflow
          ticks={ticks}
          interval={0}
          tickFormatter={(value: number) => axisValue(value, money)}
          tick={axisLabel}
          tickLine={false}
          axisLine={false}
        />
        <Later>
          {lines ? <ChartLines {...lines} top={top} /> : <ChartBars rows={rows} series={series} top={top} />}
        </Later>
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
      height={plot.bottom}
      ticks={labelledRows(rows.length, width, longest * 7).map((index) => rows[index]?.key ?? "")}
      interval={0}
      tickFormatter={(key: string) => short.get(key) ?? ""}
      tick={axisLabel}
      tickLine={false}
      axisLine={{ stroke: "var(--muted)" }}
    />
  );
}

/**
 * Renders its children after the rest of the page, in a rendering of their own that yields to input. Afterwards they
 * update with the rest.
 */
function Later({ children }: { children: ReactNode }) {
  return useDeferredValue(true, false) && children;
}

/**
 * The bars, stacked by series. Not Recharts' own bars, each of which is several components that listen to the pointer:
 * with 30 days of eight series that was most of the page's response time (`npm run bench -- p10`).
 */
function ChartBars({ rows, series, top }: ChartData & { top: number }) {
  const id = useId().replace(/\W/g, "");
  const area = usePlotArea();
  if (!area) return null;
  return (
    <g>
      <defs>
        {series.map(({ name, colour }, index) => (
          <pattern
            key={name}
            id={`${id}-${index}`}
            width="6"
            height="6"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect width="6" height="6" fill={colour} opacity="0.18" />
            <rect width="2.5" height="6" fill={colour} />
          </pattern>
        ))}
      </defs>
      {barsOf({ rows, series }, top).map(({ key, index, value, colour, partial, left, width, from, to }) => (
        <rect
          key={`${key} ${index}`}
          x={area.x + left * area.width}
          y={area.y + (1 - to) * area.height}
          width={Math.max(1, width * area.width)}
          height={(to - from) * area.height}
          fill={partial ? `url(#${id}-${index})` : colour}
          // The numbers as attributes, for tests.
          data-row={key}
          data-value={value}
        />
      ))}
    </g>
  );
}

/**
 * A line for each series: not stacked, so that each is read against the axis. The line of their total is bolder. What is
 * not complete yet is dotted.
 */
function ChartLines({ rows, series, top }: ChartData & { top: number }) {
  const area = usePlotArea();
  if (!area) return null;
  const { whole, open } = lineParts(rows.map(({ partial }) => partial));
  return (
    <g fill="none" strokeLinejoin="round" strokeLinecap="round">
      {series.map(({ name, colour }, index) => {
        const at = (row: number) => ({
          x: area.x + ((row + 0.5) / rows.length) * area.width,
          y: area.y + (1 - (rows[row]?.values[index] ?? 0) / top) * area.height,
        });
        const points = (of: readonly number[]) => of.map((row) => `${at(row).x},${at(row).y}`).join(" ");
        const only = whole.length < 2 && open.length < 2 ? at(0) : null;
        return (
          <g key={name} stroke={colour} strokeWidth={name === totalName ? 3 : 2} data-line={name}>
            {whole.length > 1 && <polyline points={points(whole)} />}
            {open.length > 1 && <polyline points={points(open)} strokeDasharray="1 5" data-unfinished />}
            {only && <circle cx={only.x} cy={only.y} r="3" fill={colour} />}
          </g>
        );
      })}
    </g>
  );
}

/** A label of an axis. Recharts' own label measures itself in the page, twice, to break lines. */
function axisLabel(props: XAxisTickContentProps | YAxisTickContentProps) {
  const { x, y, textAnchor, verticalAnchor, payload, index, tickFormatter } = props;
  return (
    <text
      x={x}
      y={y}
      dy={verticalAnchor === "middle" ? "0.355em" : "0.71em"}
      textAnchor={textAnchor}
      fill="var(--muted)"
      fontSize={12}
    >
      {tickFormatter?.(payload.value, index)}
    </text>
  );
}
