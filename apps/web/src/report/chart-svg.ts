import { modeRecords } from "@gatepost/contract/modes";
import type { Unit } from "@gatepost/domain/statistics/days";
import { type Html, html } from "@gatepost/presenters/html";
import { axisValue } from "../format/numbers.ts";
import { spanName } from "../format/time.ts";
import { axisTicks, labelledRows, lineParts, plot } from "./chart-axis.ts";
import { type ChartData, type ChartRow, type ChartSeries, sum, totalName, withTotal } from "./chart-rows.ts";
import type { Form, View } from "./view.ts";

const plotHeight = plot.height - plot.top - plot.bottom;

/** Widths in pixels for which labels of days are selected; chartStyle shows those that fit. */
const widths = { narrow: 260, middle: 600, wide: 900 } as const;

interface Drawn {
  money: boolean | undefined;
  /** The text alternative, if no element around the chart has it. */
  label?: string;
  form?: Form;
  /** Texts of notes by the row's key. */
  notes?: ReadonlyMap<string, string[]>;
  /** The key of the selected row. */
  chosen?: string | null;
}

/**
 * A chart as an SVG, the same in the portal, on pages of other sites and in browsers without scripts: bars stacked by series, the
 * incomplete row hatched, or a line for each series; the period before as a dashed line, notes as flags. Positions along the days
 * are shares of the width, so that nothing is measured, and text has its size at any width. Needs chartStyle and the page's colours.
 */
export function chartSvg(
  chart: ChartData,
  { money, label, form = "bars", notes = new Map(), chosen = null }: Drawn,
): Html {
  const { rows, series } = form === "lines" ? withTotal(chart) : chart;
  const reach = form === "lines" ? (values: number[]) => Math.max(0, ...values) : sum;
  const ticks = axisTicks(Math.max(0, ...rows.map(({ values, before = 0 }) => Math.max(before, reach(values)))));
  const up = (value: number) => round(plot.top + plotHeight * (1 - value / (ticks.at(-1) ?? 1)));
  const grid = ticks.map(
    (tick) => html`<line x2="100%" y1="${up(tick)}" y2="${up(tick)}" stroke="var(--${tick === 0 ? "muted" : "line"})"/>
<text x="-8" y="${up(tick) + 4}" text-anchor="end">${axisValue(tick, money)}</text>`,
  );
  const flags = rows.flatMap(({ key }, index) => {
    const at = share((index + 0.5) / rows.length);
    const line = (colour: string, dashes: string) =>
      html`<line x1="${at}" x2="${at}" y1="${plot.top}" y2="${up(0)}" stroke="var(--${colour})" stroke-dasharray="${dashes}"/>`;
    return [
      html`${notes.has(key) && html`${line("waits", "3 3")}<text class="static-flag" x="${at}" y="${plot.top - 6}">⚑</text>`}`,
      html`${key === chosen && line("ink", "2 2")}`,
    ];
  });
  // Lines are drawn on a plane as wide as the number of rows, which is stretched.
  return html`<div class="static-box"><svg class="static-chart" width="100%" height="${plot.height}"${label === undefined ? html` aria-hidden="true"` : html` role="img" aria-label="${label}"`}>
${grid}
${form === "bars" && bars(rows, series, up)}
<svg width="100%" height="${plot.height}" viewBox="0 0 ${rows.length} ${plot.height}" preserveAspectRatio="none" overflow="visible">
${form === "lines" && lines(rows, series, up)}
${lineBefore(rows, up)}
</svg>
${flags}
${(["narrow", "middle", "wide"] as const).map((size) => html`<g class="static-${size}">${labels(rows, widths[size])}</g>`)}
</svg></div>`;
}

type Up = (value: number) => number;

function bars(rows: readonly ChartRow[], series: readonly ChartSeries[], up: Up): Html {
  const band = 1 / rows.length;
  const gap = rows.length > 120 ? 0.04 : 0.11;
  const patterns = series.map(
    ({ colour }, index) => html`<pattern id="partial-${index}" width="6" height="6" patternUnits="userSpaceOnUse"
patternTransform="rotate(45)"><rect width="6" height="6" fill="${colour}" opacity="0.18"/><rect width="2.5" height="6"
fill="${colour}"/></pattern>`,
  );
  const rects = rows.flatMap(({ values, partial }, at) => {
    let below = 0;
    return series.map(({ colour }, index) => {
      const value = values[index] ?? 0;
      if (value <= 0) return html``;
      const bottom = up(below);
      below += value;
      const fill = partial ? `url(#partial-${index})` : colour;
      return html`<rect x="${share((at + gap) * band)}" width="${share(band * (1 - 2 * gap))}" y="${up(below)}" height="${round(bottom - up(below))}" fill="${fill}" data-value="${value}"/>`;
    });
  });
  return html`<defs>${patterns}</defs>
${rects}`;
}

/**
 * A line for each series: not stacked, so that each is read against the axis. The line of their total is bolder. What is not
 * complete yet is dotted.
 */
function lines(rows: readonly ChartRow[], series: readonly ChartSeries[], up: Up): Html {
  const { whole, open } = lineParts(rows.map(({ partial }) => partial));
  const only = whole.length < 2 && open.length < 2;
  return html`${series.map(({ name, colour }, index) => {
    const points = (of: readonly number[]) =>
      of.map((row) => `${row + 0.5},${up(rows[row]?.values[index] ?? 0)}`).join(" ");
    return html`<g stroke="${colour}" stroke-width="${name === totalName ? 3 : 2}" stroke-linecap="round" stroke-linejoin="round" data-line="${name}">
${whole.length > 1 && html`<polyline points="${points(whole)}"/>`}
${open.length > 1 && html`<polyline points="${points(open)}" stroke-dasharray="1 5" data-unfinished=""/>`}
${only && html`<polyline points="${points([0, 0])}" stroke-width="6"/>`}</g>`;
  })}`;
}

/** The period before, with a border in the background's colour, so that it is visible over every bar. */
function lineBefore(rows: readonly ChartRow[], up: Up): Html {
  const points = rows
    .flatMap(({ before }, row) => (before === undefined ? [] : [`${row + 0.5},${up(before)}`]))
    .join(" ");
  if (points === "") return html``;
  return html`<g stroke-dasharray="6 4" data-before=""><polyline points="${points}" stroke="var(--panel)" stroke-width="4.5"/>
<polyline points="${points}" stroke="var(--ink)" stroke-width="1.75"/></g>`;
}

/** The names of the days that fit a width without touching. */
function labels(rows: readonly ChartRow[], width: number): Html[] {
  const longest = Math.max(0, ...rows.map(({ short }) => short.length)) * 7;
  return labelledRows(rows.length, width, longest).map(
    (index) =>
      html`<text x="${share((index + 0.5) / rows.length)}" y="${plot.height - 13}" text-anchor="middle">${rows[index]?.short ?? ""}</text>`,
  );
}

const round = (pixels: number) => Math.round(pixels * 100) / 100;
const share = (part: number) => `${Math.round(part * 100_000) / 1_000}%`;

/** The numbers of a chart as a table, each with its day or hour. */
export function chartTable({ rows, series }: ChartData, show: (value: number) => string): Html {
  return html`<table class="static-table">
<thead><tr><th scope="col">When</th>${series.map(({ name }) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${rows.map(
    ({ name, partial, values }) => html`<tr><th scope="row">${name}${partial && " so far"}</th>${series.map(
      (_, index) => html`<td>${show(values[index] ?? 0)}</td>`,
    )}</tr>
`,
  )}</tbody></table>`;
}

/** The colours of the series; nothing if there is only one. */
export function chartLegend({ series }: Pick<ChartData, "series">): Html {
  if (series.length < 2) return html``;
  const square = (colour: string) =>
    html`<svg width="10" height="10" aria-hidden="true"><rect width="10" height="10" fill="${colour}"/></svg>`;
  return html`<ul class="static-legend">${series.map(({ name, colour }) => html`<li>${square(colour)} ${name}</li>`)}</ul>`;
}

/** `Page views, 24 Oct 2026 – 22 Nov 2026`. */
export const chartName = (view: Pick<View, "mode" | "from" | "to">): string =>
  `${modeRecords[view.mode].name}, ${spanName(view)}`;

/** A line below the chart: its units, its time zone, and which bar is not complete. */
export function chartNote({ rows }: ChartData, unit: Unit | "hour", timezone: string): string {
  const unfinished = rows.some(({ partial }) => partial) ? ` Hatched: not complete yet.` : "";
  return `By ${unit}, ${timezone}.${unfinished}`;
}

/** The styles of a chart and its table. The colours are variables of the page. */
export const chartStyle = `
.static-chart { display: block; width: calc(100% - 62px); margin: 0 10px 0 52px; overflow: visible; }
.static-chart text { font-size: 12px; fill: var(--muted); }
.static-chart .static-flag { font-size: 13px; text-anchor: middle; fill: var(--waits); }
.static-chart polyline { fill: none; vector-effect: non-scaling-stroke; }
.static-box { container-type: inline-size; }
.static-middle, .static-wide { display: none; }
@container (width >= 662px) { .static-narrow { display: none; } .static-middle { display: inline; } }
@container (width >= 962px) { .static-middle { display: none; } .static-wide { display: inline; } }
.static-legend { display: flex; flex-wrap: wrap; gap: 4px 16px; margin: 8px 0; padding: 0; list-style: none; font-size: 12px; }
.static-legend svg { display: inline; }
.static-table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
.static-table th, .static-table td {
  padding: 8px 12px; border-top: 1px solid var(--line); font-weight: 400; text-align: right; vertical-align: top;
  overflow-wrap: normal;
}
.static-table thead th { color: var(--muted); font-size: 13px; border: 0; }
.static-table th:first-child { text-align: left; white-space: nowrap; }
`;
