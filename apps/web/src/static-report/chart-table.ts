import { type Html, html } from "../answer/html.ts";
import type { ChartData } from "../portal/report/chart-rows.ts";

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
