import { modeRecords } from "@gatepost/contract/modes";
import { openEmbeddedChart } from "@gatepost/domain/applications/share-links";
import type { AppContext } from "@gatepost/domain/platform/context";
import { getAppStats } from "@gatepost/domain/statistics/get-app-stats";
import { type Html, html } from "@gatepost/presenters/html";
import { htmlPage, pageStyle } from "../format/html-page.ts";
import { formatOf } from "../format/numbers.ts";
import { spanName } from "../format/time.ts";
import { chartRows, marksUnfinished } from "../report/chart-rows.ts";
import { hashOf, linkHeaders } from "./link-page.ts";
import { chartLegend, chartStyle, chartSvg, chartTable } from "./static-chart.ts";

/** The stylesheet of embedded charts, light or dark as the viewer's system. */
const embedStyle = pageStyle(`
:root {
  --chart-1: #d55e00; --chart-2: #e69f00; --chart-3: #56b4e9; --chart-4: #cc79a7;
  --chart-5: light-dark(#c9b400, #f0e442); --chart-6: #0072b2; --chart-7: light-dark(#000000, #ffffff);
}
body { padding: 12px; background: var(--panel); font-size: 14px; overflow-wrap: anywhere; }
main { position: relative; overflow: hidden; }
h1 { margin: 0; font-size: 16px; line-height: 1.3; }
p { margin: 0 0 8px; color: var(--muted); font-size: 13px; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
${chartStyle}`);

/** The only policy by which other sites may show a page in a frame. It allows no script, request or form. */
const embedHeaders = linkHeaders([
  "default-src 'none'",
  `style-src ${hashOf(embedStyle)}`,
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors *",
]);

/** The page of an embedded chart: the last 30 days in UTC, in the mode that its owner chose. */
export async function showEmbeddedChart(app: AppContext, token: string): Promise<Response> {
  const opened = await openEmbeddedChart({ app, token });
  if (!opened) return page("No such chart", html`<p>This chart no longer exists.</p>`, 404);
  const { actor, name, mode } = opened;
  const stats = await getAppStats({ ctx: { ...app, actor }, input: { softId: actor.softId, mode } });
  const [from, to] = [stats.days[0]?.iso ?? "", stats.days.at(-1)?.iso ?? ""];
  const data = chartRows(stats);
  const title = `${modeRecords[mode].name}, ${spanName({ from, to })}`;
  return page(
    `${name}: ${title}`,
    html`<h1>${name}</h1>
<p>${title}</p>
${chartSvg(data, { label: `Chart: ${title}`, money: modeRecords[mode].money })}
${chartLegend(data)}
<p>By day, UTC.${marksUnfinished(data) && " Hatched: not complete yet."}</p>
<div class="hidden">${chartTable(data, formatOf(mode))}</div>`,
  );
}

function page(title: string, body: Html, status = 200): Response {
  const headers = { ...embedHeaders, "content-type": "text/html; charset=utf-8" };
  return new Response(htmlPage({ title, style: embedStyle, body }), { status, headers });
}
