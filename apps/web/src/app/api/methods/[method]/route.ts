import type { MethodName } from "@gatepost/contract/methods";
import { callerAddress } from "../../../../http/caller-address.ts";
import { endpointsOf } from "../../../../http/endpoints.ts";
import { getContainer } from "../../../../opened-container.ts";

const endpoints = endpointsOf(getContainer);

/**
 * The JSON methods where the host does not answer them before Next.js. It reads each body and sends the call here, from
 * /createTask to /api/methods/createTask.
 */
export async function POST(request: Request, { params }: RouteContext<"/api/methods/[method]">): Promise<Response> {
  const header = (name: string) => request.headers.get(name);
  const sent: (() => void)[] = [];
  const { status, headers, body } = await endpoints[(await params).method as MethodName]({
    header,
    body: () => request.bytes(),
    address: callerAddress(header),
    disconnected: () => request.signal,
    whenSent: (done) => sent.push(done),
  });
  // Next.js does not say when a response has been sent.
  for (const done of sent) done();
  return new Response(body, { status, headers });
}
