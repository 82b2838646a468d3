"use client";

import { memo, type ReactNode, useCallback, useDeferredValue, useId, useState } from "react";
import { axisValue } from "../../format/numbers.ts";
import { axisTicks, labelledRows, lineParts, place } from "../../report/chart-axis.ts";
import { type ChartData, type ChartRow, sum, totalName, withTotal } from "../../report/chart-rows.ts";
import type { Form } from "../../report/view.ts";
import { ChartPointer } from "./chart-pointer.tsx";

interface Props extends ChartData {
  /** The text alternative of the chart. The numbers are in the table below. */
  label: string;
  show: (value: number) => string;
  money: boolean | undefined;
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
      <Picture rows={rows} series={series} money={money} form={form} notes={notes} chosen={chosen} />
    </figure>
  );
}

/** Where the values of a row and of an axis are, in pixels. */
interface Axes {
  /** The width of the plot, and that of one row. */
  width: number;
  band: number;
  middle: (row: number) => number;
  up: (value: number) => number;
}

type PictureProps = Pick<Props, "rows" | "series" | "money" | "form" | "notes" | "chosen">;

const bottom = place.height - place.bottom;

/** Everything that does not change while the pointer moves. Printed, it is as narrow as the paper. */
const Picture = memo(function Picture({ rows, series, money, form, notes, chosen }: PictureProps) {
  const [whole, setWhole] = useState(0);
  const follow = useCallback((element: HTMLDivElement) => {
    const observer = new ResizeObserver(() => setWhole(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const lines = form === "lines" ? withTotal({ rows, series }) : null;
  const highest = (lines?.rows ?? rows).map(({ values, before = 0 }) =>
    Math.max(before, lines ? Math.max(...values) : sum(values)),
  );
  const ticks = axisTicks(Math.max(0, ...highest));
  const width = whole - place.left - place.right;
  const band = width / rows.length;
  const axes: Axes = {
    width,
    band,
    middle: (row) => place.left + (row + 0.5) * band,
    up: (value) => bottom - (value / (ticks.at(-1) ?? 1)) * (bottom - place.top),
  };
  return (
    <div ref={follow} className="pointer-events-none" style={{ minHeight: whole > 0 ? undefined : place.height }}>
      {width > 0 && (
        <svg
          viewBox={`0 0 ${whole} ${place.height}`}
          width={whole}
          className="block h-auto max-w-full"
          aria-hidden="true"
        >
          <Later>
            <AxesAndGrid rows={rows} ticks={ticks} money={money} axes={axes} />
            <Later>
              {lines ? <Lines {...lines} axes={axes} /> : <Bars rows={rows} series={series} axes={axes} />}
              <Marks rows={rows} notes={notes} chosen={chosen} axes={axes} />
            </Later>
          </Later>
        </svg>
      )}
    </div>
  );
});

/**
 * Renders its children after the rest of the page, in a rendering of their own that yields to input. Afterwards they
 * update with the rest.
 */
function Later({ children }: { children: ReactNode }) {
  return useDeferredValue(true, false) && children;
}

interface AxesProps {
  rows: readonly ChartRow[];
  ticks: readonly number[];
  money: boolean | undefined;
  axes: Axes;
}

/** A line for each value of the axis, and the names of the rows that fit. */
function AxesAndGrid({ rows, ticks, money, axes: { width, middle, up } }: AxesProps) {
  const longest = Math.max(0, ...rows.map(({ short }) => short.length));
  return (
    <g fill="var(--muted)" fontSize={12}>
      {ticks.map((tick) => (
        <g key={tick}>
          <path d={`M${place.left},${up(tick)}h${width}`} stroke={tick === 0 ? "var(--muted)" : "var(--line)"} />
          <text x={place.left - 8} y={up(tick)} dy="0.355em" textAnchor="end">
            {axisValue(tick, money)}
          </text>
        </g>
      ))}
      {labelledRows(rows.length, width, longest * 7).map((row) => (
        <text key={row} x={middle(row)} y={bottom + 8} dy="0.71em" textAnchor="middle">
          {rows[row]?.short}
        </text>
      ))}
    </g>
  );
}

interface DrawnProps extends ChartData {
  axes: Axes;
}

/** The bars, stacked by series. */
function Bars({ rows, series, axes: { band, middle, up } }: DrawnProps) {
  const id = useId().replace(/\W/g, "");
  const gap = band * (rows.length > 120 ? 0.04 : 0.11);
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
      {rows.flatMap(({ key, values, partial }, row) => {
        let below = 0;
        return series.flatMap(({ name, colour }, index) => {
          const value = values[index] ?? 0;
          if (value <= 0) return [];
          const from = up(below);
          below += value;
          return [
            <rect
              key={`${key} ${name}`}
              x={middle(row) - band / 2 + gap}
              y={up(below)}
              width={Math.max(1, band - 2 * gap)}
              height={from - up(below)}
              fill={partial ? `url(#${id}-${index})` : colour}
              // The numbers as attributes, for tests.
              data-row={key}
              data-value={value}
            />,
          ];
        });
      })}
    </g>
  );
}

/**
 * A line for each series: not stacked, so that each is read against the axis. The line of their total is bolder. What is
 * not complete yet is dotted.
 */
function Lines({ rows, series, axes: { middle, up } }: DrawnProps) {
  const { whole, open } = lineParts(rows.map(({ partial }) => partial));
  return (
    <g fill="none" strokeLinejoin="round" strokeLinecap="round">
      {series.map(({ name, colour }, index) => {
        const height = (row: number) => up(rows[row]?.values[index] ?? 0);
        const points = (of: readonly number[]) => of.map((row) => `${middle(row)},${height(row)}`).join(" ");
        return (
          <g key={name} stroke={colour} strokeWidth={name === totalName ? 3 : 2} data-line={name}>
            {whole.length > 1 && <polyline points={points(whole)} />}
            {open.length > 1 && <polyline points={points(open)} strokeDasharray="1 5" data-unfinished />}
            {whole.length < 2 && open.length < 2 && <circle cx={middle(0)} cy={height(0)} r="3" fill={colour} />}
          </g>
        );
      })}
    </g>
  );
}

interface MarksProps {
  rows: readonly ChartRow[];
  notes: ReadonlyMap<string, string[]>;
  chosen: string | null;
  axes: Axes;
}

/** What lies over the bars: the period before as a dashed line, notes as flags, and the selected row. */
function Marks({ rows, notes, chosen, axes: { middle, up } }: MarksProps) {
  const before = rows.map(({ before }, row) => {
    if (before === undefined) return "";
    return `${rows[row - 1]?.before === undefined ? "M" : "L"}${middle(row)},${up(before)}`;
  });
  const selected = rows.findIndex(({ key }) => key === chosen);
  const through = (row: number) => `M${middle(row)},${bottom}V${place.top}`;
  return (
    <>
      {rows.some((row) => row.before !== undefined) && (
        <g fill="none" strokeDasharray="6 4" data-before>
          {/* A border in the background's colour, so that it is visible over every bar. */}
          <path d={before.join("")} stroke="var(--panel)" strokeWidth={4.5} />
          <path d={before.join("")} stroke="var(--ink)" strokeWidth={1.75} />
        </g>
      )}
      {rows.map(
        ({ key }, row) =>
          notes.has(key) && (
            <g key={key}>
              <path d={through(row)} stroke="var(--waits)" strokeDasharray="3 3" />
              <text x={middle(row)} y={place.top - 5} textAnchor="middle" fill="var(--waits)" fontSize={13}>
                ⚑
              </text>
            </g>
          ),
      )}
      {selected >= 0 && <path d={through(selected)} stroke="var(--ink)" strokeDasharray="2 2" />}
    </>
  );
}
