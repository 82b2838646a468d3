import { resultDownload } from "../../../../../../../portal/tasks/result-download.ts";
import { portalContext } from "../../../../../../../trpc/procedures.ts";

type Params = Promise<{ taskId: string; kind: string; name: string }>;

/** A file, a text or a list of a task's result. */
export async function GET(request: Request, { params }: { params: Params }): Promise<Response> {
  return resultDownload(await portalContext(request.headers), await params);
}
