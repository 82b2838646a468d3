"use client";

import { memo, useId } from "react";
import { compact } from "../../format/number.ts";
import { axisTicks, barsPath, labelStep, place } from "./chart-axis.ts";
import { ChartPointer } from "./chart-pointer.tsx";
import type { ChartData } from "./chart-rows.ts";

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

const plot = place.height - place.top - place.bottom;

/**
 * One chart, full width, 320 px high: bars stacked by series, what is not over yet hatched, the period before as a dashed
 * line, notes as flags. It is drawn in parts of its width, so that the server draws it too and no size is measured.
 */
export function ReportChart(props: Props) {
  const { label, rows, series, show, notes, chosen, choose, zoom } = props;
  return (
    <figure aria-label={label} className="@container relative select-none">
      <ChartPointer rows={rows} series={series} show={show} notes={notes} choose={choose} zoom={zoom} />
      <Picture {...props} chosen={chosen} />
    </figure>
  );
}

/** Everything that stands still while a pointer moves over it. */
const Picture = memo(function Picture({ rows, series, money, notes, chosen }: Props) {
  const id = useId().replace(/\W/g, "");
  const sums = rows.map(({ values }) => values.reduce((sum, value) => sum + value, 0));
  const ticks = axisTicks(Math.max(0, ...sums, ...rows.map(({ before }) => before ?? 0)));
  const top = ticks.at(-1) ?? 1;
  const high = (value: number) => (value / top) * plot;
  const width = rows.length > 120 ? 0.92 : 0.78;
  const middle = (row: number) => `${((row + 0.5) / rows.length) * 100}%`;
  const [wide, narrow] = [labelStep(rows.length, 10), labelStep(rows.length, 4)];
  const floors: number[] = [];
  const partialFloors = rows.map(() => 0);
  const ground = { y: place.top, height: plot, overflow: "visible" };
  return (
    <svg
      className="pointer-events-none relative block overflow-visible"
      style={{ width: `calc(100% - ${place.left + place.right}px)`, marginLeft: place.left }}
      height={place.height}
      aria-hidden="true"
      data-chart=""
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
      <svg aria-hidden="true" {...ground}>
        {ticks.map((tick) => (
          <g key={tick}>
            <line
              x1="0"
              x2="100%"
              y1={plot - high(tick)}
              y2={plot - high(tick)}
              stroke={tick === 0 ? "var(--muted)" : "var(--line)"}
              strokeWidth="1"
              shapeRendering="crispEdges"
            />
            <text
              x="-10"
              y={plot - high(tick) + 4}
              textAnchor="end"
              fill="var(--muted)"
              fontSize="12"
              className="tabular-nums"
            >
              {money ? shortDollars(tick) : compact(tick)}
            </text>
          </g>
        ))}
        {rows.map(({ key, short }, row) => {
          // Counted from the last one, which is today in most ranges.
          const [inWide, inNarrow] = [wide, narrow].map((step) => (rows.length - 1 - row) % step === 0);
          return inWide || inNarrow ? (
            <text
              key={key}
              x={middle(row)}
              y={plot + 20}
              textAnchor={row / rows.length > 0.96 && rows.length > 20 ? "end" : "middle"}
              fill="var(--muted)"
              fontSize="12"
              className={`${inNarrow ? "" : "@max-2xl:hidden"} ${inWide ? "" : "@2xl:hidden"}`}
            >
              {short}
            </text>
          ) : null;
        })}
      </svg>
      <svg aria-hidden="true" {...ground} viewBox={`0 0 ${Math.max(1, rows.length)} ${top}`} preserveAspectRatio="none">
        {series.map(({ name, colour }, index) => (
          <path
            key={name}
            fill={colour}
            d={barsPath(
              rows.map(({ values, partial }) => (partial ? 0 : (values[index] ?? 0))),
              floors,
              top,
              width,
            )}
          />
        ))}
        {rows.some(({ before }) => before !== undefined) &&
          // On a rim of the ground's colour, so that it is seen over every bar.
          (["panel", "ink"] as const).map((colour) => (
            <polyline
              key={colour}
              points={rows.map(({ before = 0 }, row) => `${row + 0.5},${top - before}`).join(" ")}
              fill="none"
              stroke={`var(--${colour})`}
              strokeWidth={colour === "panel" ? 4.5 : 1.75}
              strokeDasharray="6 4"
              strokeLinejoin="round"
              vectorEffect="non-scaling-stroke"
            />
          ))}
      </svg>
      <svg aria-hidden="true" {...ground}>
        {rows.map(({ key, partial, values }, row) =>
          partial
            ? series.map(({ name }, index) => {
                const value = values[index] ?? 0;
                const floor = partialFloors[row] ?? 0;
                partialFloors[row] = floor + value;
                return value > 0 ? (
                  <rect
                    key={`${key} ${name}`}
                    x={`${((row + (1 - width) / 2) / rows.length) * 100}%`}
                    y={plot - high(floor + value)}
                    width={`${(width / rows.length) * 100}%`}
                    height={high(value)}
                    fill={`url(#${id}-${index})`}
                  />
                ) : null;
              })
            : null,
        )}
        {rows.map(({ key }, row) => {
          const flagged = notes.has(key);
          if (!flagged && key !== chosen) return null;
          return (
            <g key={key} stroke={flagged ? "var(--waits)" : "var(--ink)"}>
              <line x1={middle(row)} x2={middle(row)} y1="-4" y2={plot} strokeDasharray="3 3" />
              {flagged && (
                <text x={middle(row)} y="-8" textAnchor="middle" fill="var(--waits)" stroke="none" fontSize="13">
                  ⚑
                </text>
              )}
            </g>
          );
        })}
      </svg>
    </svg>
  );
});

/** `$0.50`, `$2`, `$1.5K`. */
function shortDollars(cents: number): string {
  return `$${cents % 100 === 0 ? compact(cents / 100) : (cents / 100).toFixed(2)}`;
}
