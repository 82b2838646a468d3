import type { MethodName } from "@gatepost/contract/methods";
import { endpointsOf } from "../../../../http/endpoints.ts";
import { getContainer } from "../../../../opened-container.ts";

const endpoints = endpointsOf(getContainer);

/** The JSON methods where the host does not answer them before Next.js: it sends /createTask to /api/methods/createTask. */
export async function POST(_: Request, { params }: RouteContext<"/api/methods/[method]">): Promise<Response> {
  const call = getContainer().calls.getStore();
  if (!call) throw new Error("The host makes the call that a route answers.");
  const { status, headers, body } = await endpoints[(await params).method as MethodName](call);
  return new Response(body, { status, headers });
}
