import { getContainer } from "../../../opened-container.ts";
import { showEmbeddedChart } from "../../../public/embedded-chart.ts";

/** An embedded chart. Other sites may show it in a frame (next.config.mjs), and nothing else of this one. */
export async function GET(_: Request, { params }: RouteContext<"/embed/[token]">): Promise<Response> {
  return showEmbeddedChart(getContainer().app, (await params).token);
}
