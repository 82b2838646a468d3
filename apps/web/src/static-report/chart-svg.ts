import { Html, html } from "../answer/html.ts";
import { compact } from "../format/number.ts";
import { axisTicks, labelledRows, place } from "../portal/report/chart-axis.ts";
import type { ChartData, ChartRow } from "../portal/report/chart-rows.ts";

const plotHeight = place.height - place.top - place.bottom;

/** Widths in pixels for which labels of days are selected; chartStyle shows those that fit the screen. */
const widths = { narrow: 260, wide: 600 } as const;

/**
 * A chart as an SVG, drawn without a browser: bars stacked by series, the incomplete row hatched. Positions along the
 * days are shares of the width, so that text has its size at any width. Needs chartStyle and the page's colours.
 */
export function chartSvg({ rows, series }: ChartData, { label, money }: { label: string; money: boolean }): Html {
  const ticks = axisTicks(Math.max(0, ...rows.map(({ values }) => values.reduce((sum, value) => sum + value, 0))));
  const up = (value: number) => round(place.top + plotHeight * (1 - value / (ticks.at(-1) ?? 1)));
  const grid = ticks.map(
    (tick) => html`<line x2="100%" y1="${up(tick)}" y2="${up(tick)}" stroke="var(--${tick === 0 ? "muted" : "line"})"/>
<text x="-8" y="${up(tick) + 4}" text-anchor="end">${money ? shortDollars(tick) : compact(tick)}</text>`,
  );
  const patterns = series.map(
    ({ colour }, index) => html`<pattern id="partial-${index}" width="6" height="6" patternUnits="userSpaceOnUse"
patternTransform="rotate(45)"><rect width="6" height="6" fill="${colour}" opacity="0.18"/><rect width="2.5" height="6"
fill="${colour}"/></pattern>`,
  );
  return html`<svg class="static-chart" role="img" aria-label="${label}" width="100%" height="${place.height}">
<defs>${patterns}</defs>
${grid}
${rows.map((row, index) => bar(row, { series, up, left: index / rows.length, band: 1 / rows.length }))}
${(["narrow", "wide"] as const).map((size) => html`<g class="static-${size}">${labels(rows, widths[size])}</g>`)}
</svg>`;
}

interface Place {
  series: ChartData["series"];
  up: (value: number) => number;
  /** Shares of the width. */
  left: number;
  band: number;
}

function bar({ values, partial }: ChartRow, { series, up, left, band }: Place): Html {
  let below = 0;
  const rects = series.map(({ colour }, index) => {
    const value = values[index] ?? 0;
    if (value <= 0) return html``;
    const bottom = up(below);
    below += value;
    const fill = partial ? `url(#partial-${index})` : colour;
    return html`<rect x="${share(left + band * 0.11)}" width="${share(band * 0.78)}" y="${up(below)}" height="${round(bottom - up(below))}" fill="${fill}" data-value="${value}"/>`;
  });
  return new Html(rects.map(({ text }) => text).join(""));
}

/** The names of the days that fit a width without touching. */
function labels(rows: readonly ChartRow[], width: number): Html[] {
  const longest = Math.max(0, ...rows.map(({ short }) => short.length)) * 7;
  return labelledRows(rows.length, width, longest).map(
    (index) =>
      html`<text x="${share((index + 0.5) / rows.length)}" y="${place.height - 8}" text-anchor="middle">${rows[index]?.short ?? ""}</text>`,
  );
}

/** `$0.50`, `$2`, `$1.5K`. */
function shortDollars(cents: number): string {
  return `$${cents % 100 === 0 ? compact(cents / 100) : (cents / 100).toFixed(2)}`;
}

const round = (pixels: number) => Math.round(pixels * 100) / 100;
const share = (part: number) => `${Math.round(part * 100_000) / 1_000}%`;
