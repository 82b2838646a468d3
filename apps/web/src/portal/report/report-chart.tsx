"use client";

import { useId } from "react";
import { Bar, BarChart, type BarShapeProps, CartesianGrid, ReferenceLine, Tooltip, XAxis, YAxis } from "recharts";
import { compact } from "../../format/number.ts";
import type { ChartData, ChartRow } from "./chart-rows.ts";

interface Props extends ChartData {
  /** What the chart shows, for whoever cannot see it. The numbers are in the table below. */
  label: string;
  show: (value: number) => string;
  /** Texts of notes by the row's key. */
  notes: ReadonlyMap<string, string[]>;
  chosen: string | null;
  choose: (key: string) => void;
}

/** One chart, full width, 320 px high: bars stacked by series, what is not over yet hatched, notes as flags. */
export function ReportChart({ rows, series, label, show, notes, chosen, choose }: Props) {
  const id = useId().replace(/\W/g, "");
  const names = new Map(rows.map(({ key, short }) => [key, short]));
  const flagged = rows.filter(({ key }) => notes.has(key));
  return (
    <figure aria-label={label}>
      <BarChart
        responsive
        style={{ width: "100%", height: 320 }}
        data={rows}
        margin={{ top: 16, right: 8, bottom: 0, left: 0 }}
        barCategoryGap={rows.length > 120 ? 0 : "18%"}
        accessibilityLayer={false}
        onClick={({ activeTooltipIndex }) => {
          const row = rows[Number(activeTooltipIndex)];
          if (row) choose(row.key);
        }}
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
          tickFormatter={(key: string) => names.get(key) ?? ""}
          tick={{ fill: "var(--muted)", fontSize: 12 }}
          tickLine={false}
          axisLine={{ stroke: "var(--line)" }}
          minTickGap={28}
        />
        <YAxis
          width={44}
          tickFormatter={(value: number) => (show(0).startsWith("$") ? `$${compact(value / 100)}` : compact(value))}
          tick={{ fill: "var(--muted)", fontSize: 12 }}
          tickLine={false}
          axisLine={false}
          allowDecimals={false}
        />
        <Tooltip
          cursor={{ fill: "var(--raised)" }}
          isAnimationActive={false}
          content={({ active, payload }) => {
            const row = payload?.[0]?.payload as ChartRow | undefined;
            return active && row ? <Tip row={row} series={series} show={show} notes={notes.get(row.key)} /> : null;
          }}
        />
        {flagged.map(({ key }) => (
          <ReferenceLine
            key={key}
            x={key}
            stroke="var(--waits)"
            strokeDasharray="3 3"
            label={{ value: "⚑", position: "top", fill: "var(--waits)", fontSize: 13 }}
          />
        ))}
        {chosen && rows.some(({ key }) => key === chosen) && (
          <ReferenceLine x={chosen} stroke="var(--ink)" strokeDasharray="2 2" />
        )}
        {series.map(({ name, colour }, index) => (
          <Bar
            key={name}
            name={name}
            stackId="all"
            dataKey={(row: ChartRow) => row.values[index] ?? 0}
            fill={colour}
            isAnimationActive={false}
            className="cursor-pointer"
            shape={({ x, y, width, height, index: place }: BarShapeProps) =>
              height > 0 ? (
                <rect
                  x={x}
                  y={y}
                  width={Math.max(1, width)}
                  height={height}
                  fill={rows[place]?.partial ? `url(#${id}-${index})` : colour}
                />
              ) : (
                <g />
              )
            }
          />
        ))}
      </BarChart>
    </figure>
  );
}

function Tip({
  row,
  series,
  show,
  notes,
}: { row: ChartRow; notes: string[] | undefined } & Pick<Props, "series" | "show">) {
  const total = row.values.reduce((sum, value) => sum + value, 0);
  return (
    <div className="rounded-field border border-line bg-panel px-3 py-2 text-13 shadow-sm">
      <p className="font-semibold">
        {row.name}
        {row.partial && <span className="font-normal text-muted"> · not over yet</span>}
      </p>
      <dl className="mt-1 space-y-0.5 tabular-nums">
        {series.map(({ name, colour }, index) =>
          series.length > 1 && !row.values[index] ? null : (
            <div key={name} className="flex items-center justify-between gap-4">
              <dt className="flex items-center gap-1.5">
                <span className="size-2.5" style={{ background: colour }} />
                {name}
              </dt>
              <dd>{show(row.values[index] ?? 0)}</dd>
            </div>
          ),
        )}
        {series.length > 1 && (
          <div className="flex justify-between gap-4 border-line border-t pt-0.5">
            <dt>Together</dt>
            <dd>{show(total)}</dd>
          </div>
        )}
      </dl>
      {notes?.map((text) => (
        <p key={text} className="mt-1 max-w-60 text-waits">
          ⚑ {text}
        </p>
      ))}
    </div>
  );
}
