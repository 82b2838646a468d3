import type { MethodName } from "@gatepost/contract/methods";
import { failure } from "../../../../http/answer.ts";
import { endpointsOf } from "../../../../http/endpoints.ts";
import { getContainer } from "../../../../opened-container.ts";

const endpoints = endpointsOf(getContainer);

/** The JSON methods where the host does not answer them before Next.js: it sends /createTask to /api/methods/createTask. */
export async function POST(_: Request, { params }: RouteContext<"/api/methods/[method]">): Promise<Response> {
  const asked = getContainer().calls.getStore();
  // The host sends no other path here than a method's, but Next.js also takes /api/trpc/../methods/createTask for this one.
  const { status, headers, body } = asked
    ? await endpoints[(await params).method as MethodName](asked.call).finally(asked.worked)
    : failure("ERROR_NO_SUCH_METHOD");
  return new Response(body, { status, headers });
}
