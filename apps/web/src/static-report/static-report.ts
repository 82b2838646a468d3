import { modes } from "@gatepost/contract/modes";
import type { ErrorRow } from "@gatepost/domain/stats/get-errors";
import type { Overview } from "@gatepost/domain/stats/get-overview";
import { errorMeaning, seriesNames } from "@gatepost/presenters/app-stats";
import { type Html, html } from "../answer/html.ts";
import { dollarsOfCents } from "../format/money.ts";
import { whole } from "../format/number.ts";
import { presets, presetTexts } from "../portal/report/presets.ts";
import { type ReadAt, type View, withPreset, writeView } from "../portal/report/view.ts";
import { chartSvg } from "./chart-svg.ts";
import { chartLegend, chartTable } from "./chart-table.ts";
import { chartName, chartNote, numberFormat, type ShownChart } from "./shown-chart.ts";

interface Shown extends Omit<ShownChart, "view"> {
  name: string;
  view: View;
  readAt: ReadAt;
  overview: Overview;
  errors: readonly ErrorRow[];
}

/** A report for a browser without scripts: links select what is shown, and the server draws the chart. */
export function staticReport(shown: Shown): Html {
  const { name, view, overview, data } = shown;
  const { mode } = view;
  const title = chartName(shown);
  return html`<h1>${name}</h1>
<nav class="static-links" aria-label="What the chart shows">${modes.map((one) => {
    const total = (one === "money" ? dollarsOfCents : whole)(overview.figures[one].total);
    const text = html`${seriesNames[one].name} <b>${total}</b>`;
    return link(writeView({ ...view, mode: one, hidden: [], point: null }), text, one === mode);
  })}</nav>
<nav class="static-links" aria-label="Range">${presets.map((preset) =>
    link(writeView(withPreset(view, preset, shown.readAt)), presetTexts[preset].name, view.range === preset),
  )}</nav>
<h2>${title}</h2>
${chartSvg(data, { label: `Chart: ${title}. The table below shows the same numbers.`, money: mode === "money" })}
${chartLegend(data)}
<p class="static-note">${chartNote(shown)}</p>
<div class="static-wide-table" role="region" aria-label="Chart data" tabindex="0">${chartTable(data, numberFormat(shown))}</div>
${errorList(shown.errors)}`;
}

function errorList(errors: readonly ErrorRow[]): Html {
  if (errors.length === 0) return html``;
  return html`<h2>Error codes</h2>
<table class="static-table"><thead><tr><th scope="col">Code and meaning</th><th scope="col">Count</th></tr></thead>
<tbody>${errors.map(
    ({ code, count }) =>
      html`<tr><th scope="row" class="static-code">${code}<br>${errorMeaning(code).description}</th><td>${whole(count)}</td></tr>`,
  )}</tbody></table>`;
}

function link(address: string, text: Html | string, current: boolean): Html {
  return current
    ? html`<a href="${address}" aria-current="true">${text}</a> `
    : html`<a href="${address}">${text}</a> `;
}
