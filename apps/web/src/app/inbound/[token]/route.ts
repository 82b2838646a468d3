import { openContainer } from "../../../container.ts";
import { receiveInbound } from "../../../public/receive-inbound.ts";

interface Segments {
  params: Promise<{ token: string }>;
}

export async function POST(request: Request, { params }: Segments): Promise<Response> {
  return receiveInbound(openContainer(), (await params).token, request);
}
