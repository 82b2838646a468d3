import { resultDownload } from "../../../../../../../portal/tasks/result-download.ts";
import { portalContext } from "../../../../../../../trpc/procedures.ts";

/** A file, a text or a list of a task's result. */
export async function GET(
  request: Request,
  { params }: RouteContext<"/dashboard/tasks/[taskId]/result/[kind]/[name]">,
): Promise<Response> {
  return resultDownload(await portalContext(request.headers), await params);
}
