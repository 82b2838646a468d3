import { receiveInbound } from "../../../inbound/receive-inbound.ts";
import { openContainer } from "../../../server/container.ts";

interface Segments {
  params: Promise<{ token: string }>;
}

export async function POST(request: Request, { params }: Segments): Promise<Response> {
  return receiveInbound(openContainer(), (await params).token, request);
}
