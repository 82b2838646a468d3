import { showEmbeddedChart, tooManyCharts } from "../../../embed/embedded-chart.ts";
import { openContainer } from "../../../server/container.ts";
import { isOverLimit } from "../../../server/over-limit.ts";

/** An embedded chart. Other sites may show it in a frame (next.config.mjs), and nothing else of this one. */
export async function GET({ headers }: Request, { params }: { params: Promise<{ token: string }> }): Promise<Response> {
  if (await isOverLimit(headers)) return tooManyCharts();
  return showEmbeddedChart(openContainer().app, (await params).token);
}
