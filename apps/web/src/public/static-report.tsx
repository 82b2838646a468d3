import { modeRecords, modes } from "@gatepost/contract/modes";
import type { ErrorRow } from "@gatepost/domain/statistics/get-app-stats";
import type { Hour, Overview } from "@gatepost/domain/statistics/get-overview";
import type { AppStats } from "@gatepost/domain/statistics/series";
import { type Html, html } from "@gatepost/presenters/html";
import { errorMeaning } from "@gatepost/presenters/stats";
import { formatOf, whole } from "../format/numbers.ts";
import { dayRows, hourRows } from "../report/chart-rows.ts";
import {
  presets,
  presetTexts,
  queryInputs,
  type ReadAt,
  unitOf,
  type View,
  withPreset,
  writeView,
} from "../report/view.ts";
import { chartLegend, chartName, chartNote, chartStyle, chartSvg, chartTable } from "./static-chart.ts";

const style = `${chartStyle}
[data-needs-script] { display: none; }
.static-report h1 { font-size: 20px; font-weight: 600; }
.static-report h2 { margin: 24px 0 8px; font-size: 16px; font-weight: 600; }
.static-links { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 12px; }
.static-links a { padding: 6px 10px; border: 1px solid var(--line); border-radius: 8px; background: var(--panel); }
.static-links a[aria-current] { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); }
.static-note { margin: 4px 0 16px; color: var(--muted); font-size: 12px; }
.static-wide-table { overflow-x: auto; }
.static-table th.static-code { white-space: normal; }
`;

/** What a page has fetched for a report; undefined for what failed. */
type Fetched = <Data>(path: string, input: unknown) => Data | undefined;

/** What a browser without scripts shows of a report in place of elements with `data-needs-script`. */
export function WithoutScript(props: { softId: number; name: string; view: View; readAt: ReadAt; fetched: Fetched }) {
  // As a text, because React neither renders nor hydrates the content of a noscript in the browser.
  return <noscript dangerouslySetInnerHTML={{ __html: `<style>${style}</style>${content(props)}` }} />;
}

/** A report for a browser without scripts: links select what is shown, and the server draws the chart. */
function content({ softId, name, view, readAt, fetched }: Parameters<typeof WithoutScript>[0]): string {
  const { mode, from, to, timezone } = view;
  const unit = unitOf(view);
  const { range, compared } = queryInputs(softId, view, unit);
  const overview = fetched<Overview>("stats.overview", compared);
  const errors = fetched<ErrorRow[]>("stats.errors", compared);
  const days = fetched<AppStats>("stats.chart", { ...range, mode });
  const hours = fetched<Hour[]>("stats.hours", { softId, mode, day: from, timezone });
  const data = days ? dayRows(days, overview?.partial ?? false, unit) : hours && hourRows(hours, mode);
  if (!overview || !errors || !data) return "<p>The statistics could not be loaded. Reload the page in a moment.</p>";
  const title = chartName(view);
  return html`<div class="static-report"><h1>${name}</h1>
<nav class="static-links" aria-label="What the chart shows">${modes.map((one) => {
    const total = formatOf(one)(overview.figures[one].total);
    const text = html`${modeRecords[one].name} <b>${total}</b>`;
    return link(writeView({ ...view, mode: one, hidden: [], point: null }), text, one === mode);
  })}</nav>
<nav class="static-links" aria-label="Range">${presets.map((preset) =>
    link(writeView(withPreset(view, preset, readAt)), presetTexts[preset].name, view.range === preset),
  )}</nav>
<h2>${title}</h2>
${chartSvg(data, { label: `Chart: ${title}. The table below shows the same numbers.`, money: modeRecords[mode].money })}
${chartLegend(data)}
<p class="static-note">${chartNote(data, from === to ? "hour" : unit, timezone)}</p>
<div class="static-wide-table" role="region" aria-label="Chart data" tabindex="0">${chartTable(data, formatOf(mode))}</div>
${errorList(errors)}</div>`.text;
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
