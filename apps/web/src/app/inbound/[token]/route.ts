import { getContainer } from "../../../opened-container.ts";
import { receiveInbound } from "../../../public/receive-inbound.ts";

export async function POST(request: Request, { params }: RouteContext<"/inbound/[token]">): Promise<Response> {
  return receiveInbound(getContainer(), (await params).token, request);
}
