import type { ErrorRow } from "@gatepost/domain/stats/get-errors";
import type { Hour } from "@gatepost/domain/stats/get-hours";
import type { Overview } from "@gatepost/domain/stats/get-overview";
import type { AppStats } from "@gatepost/domain/stats/series";
import { dayRows, hourRows } from "../portal/report/chart-rows.ts";
import { queryInputs } from "../portal/report/query-inputs.ts";
import { type ReadAt, unitOf, type View } from "../portal/report/view.ts";
import { chartStyle } from "./chart-style.ts";
import { staticReport } from "./static-report.ts";

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
  const shown = { name, view, readAt, overview, errors, data, unit: from === to ? ("hour" as const) : unit };
  return `<div class="static-report">${staticReport(shown).text}</div>`;
}
