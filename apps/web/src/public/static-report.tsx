import { modeRecords, modes } from "@gatepost/contract/modes";
import type { ErrorRow } from "@gatepost/domain/statistics/get-app-stats";
import type { Overview } from "@gatepost/domain/statistics/get-overview";
import type { AppStats } from "@gatepost/domain/statistics/series";
import { type Html, html } from "@gatepost/presenters/html";
import { errorMeaning } from "@gatepost/presenters/stats";
import { formatOf, whole } from "../format/numbers.ts";
import { spanName } from "../format/time.ts";
import { chartRows, marksUnfinished } from "../report/chart-rows.ts";
import { presets, presetTexts, queryInputs, type ReadAt, type View, withPreset, writeView } from "../report/view.ts";
import { chartLegend, chartStyle, chartSvg, chartTable } from "./static-chart.ts";

const style = `${chartStyle}
[data-needs-script] { display: none; }
.static-report h1 { font-size: 20px; font-weight: 600; }
.static-report h2 { margin: 24px 0 8px; font-size: 16px; font-weight: 600; }
.static-links { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 12px; }
.static-links a { padding: 6px 10px; border: 1px solid var(--line); border-radius: 8px; background: var(--panel); }
.static-links a[aria-current] { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); }
.static-note { margin: 4px 0 16px; color: var(--muted); font-size: 12px; }
.static-data { overflow-x: auto; }
.static-report table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
.static-report :is(th, td) {
  padding: 8px 12px; border-top: 1px solid var(--line); font-weight: 400; text-align: right; vertical-align: top;
}
.static-report :is(td, thead th) { overflow-wrap: normal; }
.static-report thead th { color: var(--muted); font-size: 13px; border: 0; }
.static-report th:first-child { text-align: left; }
.static-data :is(th, td) { white-space: nowrap; }
`;

interface Props {
  softId: number;
  name: string;
  view: View;
  readAt: ReadAt;
  /** What the page has fetched; undefined for what failed. */
  fetched: <Data>(path: string, input: unknown) => Data | undefined;
}

/** What a browser without scripts shows of a report in place of elements with `data-needs-script`. */
export function WithoutScript(props: Props) {
  // As a text, because React neither renders nor hydrates the content of a noscript in the browser.
  return <noscript dangerouslySetInnerHTML={{ __html: `<style>${style}</style>${content(props).text}` }} />;
}

/** A report for a browser without scripts: links select what is shown, and the server draws the chart. */
function content({ softId, name, view, readAt, fetched }: Props): Html {
  const { mode, timezone } = view;
  const { compared, chart } = queryInputs(softId, view);
  const overview = fetched<Overview>("stats.overview", compared);
  const outcomes = fetched<{ errors: ErrorRow[] }>("stats.outcomes", compared);
  const stats = fetched<AppStats>("stats.chart", chart);
  if (!overview || !outcomes || !stats)
    return html`<p>The statistics could not be loaded. Reload the page in a moment.</p>`;
  const data = chartRows(stats);
  const title = `${modeRecords[mode].name}, ${spanName(view)}`;
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
<p class="static-note">By ${stats.unit}, ${timezone}.${marksUnfinished(data) && " Hatched: not complete yet."}</p>
<div class="static-data" role="region" aria-label="Chart data" tabindex="0">${chartTable(data, formatOf(mode))}</div>
${outcomes.errors.length > 0 && errorTable(outcomes.errors)}</div>`;
}

const errorTable = (errors: readonly ErrorRow[]): Html => html`<h2>Error codes</h2>
<table><thead><tr><th scope="col">Code and meaning</th><th scope="col">Count</th></tr></thead>
<tbody>${errors.map(
  ({ code, count }) =>
    html`<tr><th scope="row">${code}<br>${errorMeaning(code).description}</th><td>${whole(count)}</td></tr>`,
)}</tbody></table>`;

const link = (address: string, text: Html | string, current: boolean): Html =>
  html`<a href="${address}"${current && html` aria-current="true"`}>${text}</a> `;
