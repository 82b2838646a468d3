import { getContainer, isOverLimit } from "../../../opened-container.ts";
import { showEmbeddedChart, tooManyCharts } from "../../../public/embedded-chart.ts";

/** An embedded chart. Other sites may show it in a frame (next.config.mjs), and nothing else of this one. */
export async function GET({ headers }: Request, { params }: RouteContext<"/embed/[token]">): Promise<Response> {
  if (await isOverLimit(headers)) return tooManyCharts();
  return showEmbeddedChart(getContainer().app, (await params).token);
}
