import { openContainer } from "../../../container.ts";
import { receiveInbound } from "../../../public/receive-inbound.ts";

export async function POST(request: Request, { params }: RouteContext<"/inbound/[token]">): Promise<Response> {
  return receiveInbound(openContainer(), (await params).token, request);
}
