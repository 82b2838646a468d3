"use client";

import { memo, useId } from "react";
import { Bar, type BarShapeProps, CartesianGrid, ComposedChart, Line, ReferenceLine, XAxis, YAxis } from "recharts";
import { compact } from "../../format/number.ts";
import { axisTicks, labelStep, place } from "./chart-axis.ts";
import { ChartPointer } from "./chart-pointer.tsx";
import type { ChartData, ChartRow } from "./chart-rows.ts";

interface Props extends ChartData {
  /** What the chart shows, for whoever cannot see it. The numbers are in the table below. */
  label: string;
  show: (value: number) => string;
  money: boolean;
  /** Texts of notes by the row's key. */
  notes: ReadonlyMap<string, string[]>;
  chosen: string | null;
  choose: (key: string) => void;
  /** A range that was drawn over the chart; absent where there is nothing narrower. */
  zoom?: ((from: string, to: string) => void) | undefined;
}

/**
 * One chart, full width, 320 px high: bars stacked by series, what is not over yet hatched, the period before as a dashed
 * line, notes as flags. The pointer has a layer of its own below, so that its moves draw no bar anew.
 */
export function ReportChart(props: Props) {
  const { label, rows, series, show, notes, chosen, choose, zoom, money } = props;
  return (
    <figure aria-label={label} className="relative select-none">
      <ChartPointer rows={rows} series={series} show={show} notes={notes} choose={choose} zoom={zoom} />
      <Picture {...{ rows, series, money, notes, chosen }} />
    </figure>
  );
}

type PictureProps = Pick<Props, "rows" | "series" | "money" | "notes" | "chosen">;

/** Everything that stands still while a pointer moves over it. */
const Picture = memo(function Picture({ rows, series, money, notes, chosen }: PictureProps) {
  const id = useId().replace(/\W/g, "");
  const short = new Map(rows.map((row) => [row.key, row.short]));
  const highest = rows.map(({ values, before = 0 }) => Math.max(before, sum(values)));
  const ticks = axisTicks(Math.max(0, ...highest));
  const compared = rows.some(({ before }) => before !== undefined);
  const text = { fill: "var(--muted)", fontSize: 12 };
  return (
    <ComposedChart
      responsive
      accessibilityLayer={false}
      className="pointer-events-none"
      style={{ width: "100%", height: place.height }}
      data={rows}
      margin={{ top: place.top, right: place.right, bottom: 0, left: 0 }}
      barCategoryGap={rows.length > 120 ? "4%" : "11%"}
    >
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
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <XAxis
        dataKey="key"
        height={place.bottom}
        tickFormatter={(key: string) => short.get(key) ?? ""}
        tick={text}
        tickLine={false}
        axisLine={{ stroke: "var(--muted)" }}
        // Counted from the last one, which is today in most ranges.
        interval={rows.length > 60 ? "equidistantPreserveStart" : "preserveEnd"}
        minTickGap={labelStep(rows.length, 10) > 1 ? 28 : 12}
      />
      <YAxis
        width={place.left}
        domain={[0, ticks.at(-1) ?? 1]}
        ticks={ticks}
        interval={0}
        tickFormatter={(value: number) => (money ? shortDollars(value) : compact(value))}
        tick={text}
        tickLine={false}
        axisLine={false}
      />
      {series.map(({ name, colour }, index) => (
        <Bar
          key={name}
          name={name}
          stackId="all"
          dataKey={(row: ChartRow) => row.values[index] ?? 0}
          fill={colour}
          isAnimationActive={false}
          shape={(bar: BarShapeProps) => (
            <Part bar={bar} row={rows[bar.index]} series={index} colour={colour} hatch={`url(#${id}-${index})`} />
          )}
        />
      ))}
      {compared &&
        // On a rim of the ground's colour, so that it is seen over every bar.
        (["panel", "ink"] as const).map((colour) => (
          <Line
            key={colour}
            dataKey="before"
            stroke={`var(--${colour})`}
            strokeWidth={colour === "panel" ? 4.5 : 1.75}
            strokeDasharray="6 4"
            dot={false}
            activeDot={false}
            isAnimationActive={false}
          />
        ))}
      {rows
        .filter(({ key }) => notes.has(key))
        .map(({ key }) => (
          <ReferenceLine
            key={key}
            x={key}
            stroke="var(--waits)"
            strokeDasharray="3 3"
            label={{ value: "⚑", position: "top", fill: "var(--waits)", fontSize: 13 }}
          />
        ))}
      {chosen && short.has(chosen) && <ReferenceLine x={chosen} stroke="var(--ink)" strokeDasharray="2 2" />}
    </ComposedChart>
  );
});

/** What one series adds to one bar. The numbers stand beside what is drawn of them, for tests. */
function Part({
  bar: { x, y, width, height },
  row,
  series,
  colour,
  hatch,
}: {
  bar: BarShapeProps;
  row: ChartRow | undefined;
  series: number;
  colour: string;
  hatch: string;
}) {
  if (!row || !(height > 0)) return <g />;
  return (
    <rect
      x={x}
      y={y}
      width={Math.max(1, width)}
      height={height}
      fill={row.partial ? hatch : colour}
      data-row={row.key}
      data-value={row.values[series]}
    />
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}

/** `$0.50`, `$2`, `$1.5K`. */
function shortDollars(cents: number): string {
  return `$${cents % 100 === 0 ? compact(cents / 100) : (cents / 100).toFixed(2)}`;
}
