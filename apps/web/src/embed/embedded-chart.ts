import { createHash } from "node:crypto";
import type { AppContext } from "@gatepost/domain/context";
import { openEmbeddedChart } from "@gatepost/domain/share/open-embedded-chart";
import { getAppStats } from "@gatepost/domain/stats/get-app-stats";
import { type Html, html, htmlPage } from "../answer/html.ts";
import { dayRows } from "../portal/report/chart-rows.ts";
import { chartSvg } from "../static-report/chart-svg.ts";
import { chartLegend, chartTable } from "../static-report/chart-table.ts";
import { chartName, chartNote, numberFormat } from "../static-report/shown-chart.ts";
import { embedStyle } from "./embed-style.ts";

/** The only policy by which other sites may show a page in a frame. It allows no script, request or form. */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(embedStyle).digest("base64")}'`,
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors *",
].join("; ");

/** The page of an embedded chart: the last 30 days in UTC, in the mode that its owner chose. */
export async function showEmbeddedChart(app: AppContext, token: string): Promise<Response> {
  const opened = await openEmbeddedChart({ app, token });
  if (!opened) return page("No such chart", html`<p>This chart no longer exists.</p>`, 404);
  const { actor, name, mode } = opened;
  const stats = await getAppStats({ ctx: { ...app, actor }, input: { softId: actor.softId, mode } });
  const [from, to] = [stats.days[0]?.iso ?? "", stats.days.at(-1)?.iso ?? ""];
  const shown = { data: dayRows(stats, true), view: { mode, from, to, timezone: "UTC" }, unit: "day" as const };
  const title = chartName(shown);
  return page(
    `${name}: ${title}`,
    html`<h1>${name}</h1>
<p>${title}</p>
${chartSvg(shown.data, { label: `Chart: ${title}`, money: mode === "money" })}
${chartLegend(shown.data)}
<p>${chartNote(shown)}</p>
<div class="hidden">${chartTable(shown.data, numberFormat(shown))}</div>`,
  );
}

/** The answer to an address that requests too much. */
export function tooManyCharts(): Response {
  return page("Too many requests", html`<p>Too many requests. Reload the page in a moment.</p>`, 429);
}

function page(title: string, body: Html, status = 200): Response {
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy,
    "cache-control": "no-store",
    "x-robots-tag": "noindex, nofollow",
  };
  return new Response(htmlPage({ title, style: embedStyle, body }), { status, headers });
}
