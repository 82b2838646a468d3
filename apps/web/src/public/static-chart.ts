import { type Html, html } from "@gatepost/presenters/html";
import { axisValue } from "../format/numbers.ts";
import { axisTicks, barsOf, labelledRows, plot } from "../report/chart-axis.ts";
import { type ChartData, type ChartRow, sum } from "../report/chart-rows.ts";

const plotHeight = plot.height - plot.top - plot.bottom;

/** Widths in pixels for which labels of days are selected; chartStyle shows those that fit the screen. */
const widths = { narrow: 260, wide: 600 } as const;

/**
 * A chart as an SVG, drawn without a browser: bars stacked by series, the incomplete row hatched. Positions along the
 * days are shares of the width, so that text has its size at any width. Needs chartStyle and the page's colours.
 */
export function chartSvg(
  { rows, series }: ChartData,
  { label, money }: { label: string; money: boolean | undefined },
): Html {
  const ticks = axisTicks(Math.max(0, ...rows.map(({ values }) => sum(values))));
  const top = ticks.at(-1) ?? 1;
  const up = (part: number) => round(plot.top + plotHeight * (1 - part));
  const grid = ticks.map(
    (
      tick,
    ) => html`<line x2="100%" y1="${up(tick / top)}" y2="${up(tick / top)}" stroke="var(--${tick === 0 ? "muted" : "line"})"/>
<text x="-8" y="${up(tick / top) + 4}" text-anchor="end">${axisValue(tick, money)}</text>`,
  );
  const bars = barsOf({ rows, series }, top).map(({ index, value, colour, partial, left, width, from, to }) => {
    const fill = partial ? `url(#partial-${index})` : colour;
    return html`<rect x="${share(left)}" width="${share(width)}" y="${up(to)}" height="${round(plotHeight * (to - from))}" fill="${fill}" data-value="${value}"/>`;
  });
  const patterns = series.map(
    ({ colour }, index) => html`<pattern id="partial-${index}" width="6" height="6" patternUnits="userSpaceOnUse"
patternTransform="rotate(45)"><rect width="6" height="6" fill="${colour}" opacity="0.18"/><rect width="2.5" height="6"
fill="${colour}"/></pattern>`,
  );
  return html`<svg class="static-chart" role="img" aria-label="${label}" width="100%" height="${plot.height}">
<defs>${patterns}</defs>
${grid}
${bars}
${(["narrow", "wide"] as const).map((size) => html`<g class="static-${size}">${labels(rows, widths[size])}</g>`)}
</svg>`;
}

/** The names of the days that fit a width without touching. */
function labels(rows: readonly ChartRow[], width: number): Html[] {
  const longest = Math.max(0, ...rows.map(({ short }) => short.length)) * 7;
  return labelledRows(rows.length, width, longest).map(
    (index) =>
      html`<text x="${share((index + 0.5) / rows.length)}" y="${plot.height - 8}" text-anchor="middle">${rows[index]?.short ?? ""}</text>`,
  );
}

const round = (pixels: number) => Math.round(pixels * 100) / 100;
const share = (part: number) => `${Math.round(part * 100_000) / 1_000}%`;

/** The numbers of a chart as a table, each with its day or hour. */
export function chartTable({ rows, series }: ChartData, show: (value: number) => string): Html {
  return html`<table>
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

/** The styles of a chart that is drawn on the server. The colours are variables of the page. */
export const chartStyle = `
.static-chart { display: block; width: calc(100% - 62px); margin: 0 10px 0 52px; overflow: visible; }
.static-chart text { font-size: 12px; fill: var(--muted); }
.static-narrow { display: none; }
@media (max-width: 700px) { .static-narrow { display: inline; } .static-wide { display: none; } }
.static-legend { display: flex; flex-wrap: wrap; gap: 4px 16px; margin: 8px 0; padding: 0; list-style: none; font-size: 12px; }
.static-legend svg { display: inline; }
`;
