import type { ErrorCode } from "@gatepost/contract/errors";
import type { MethodName } from "@gatepost/contract/methods";
import { authenticate } from "@gatepost/domain/accounts/authenticate";
import { hashKey } from "@gatepost/domain/accounts/key";
import { refuse } from "@gatepost/domain/platform/errors";
import { findCreatedTask } from "@gatepost/domain/tasks/cancel-task";
import { answerMcp } from "@gatepost/mcp/http";
import { Gatepost } from "gatepost";
import { type Answer, bearerOf, failure, failureOf, fault, tooManyCalls } from "../../http/answer.ts";
import { callerAddress } from "../../http/caller-address.ts";
import { endpointsOf } from "../../http/endpoints.ts";
import { readObjectInTurn } from "../../http/json-body.ts";
import { originOf } from "../../http/origin.ts";
import { addressCaller } from "../../http/rate-limit.ts";
import { getContainer } from "../../opened-container.ts";

const endpoints = endpointsOf(getContainer);

/** MCP over Streamable HTTP. Each message is limited and authenticated like a call; so is each call that a tool makes. */
export async function POST(request: Request): Promise<Response> {
  try {
    const answered = await answer(request);
    return answered instanceof Response ? answered : responseOf(answered);
  } catch (error) {
    const answered = failureOf(error) ?? fault(error, "mcp");
    return responseOf(answered.code === "ERROR_KEY_DOES_NOT_EXIST" ? failure(answered.code, noKey) : answered);
  }
}

async function answer(request: Request): Promise<Response | Answer> {
  const { headers } = request;
  const { app, limiter, live } = getContainer();
  const address = callerAddress(headers);
  // A page of another site may not call, even with a key: programs send no Origin.
  const origin = headers.get("origin");
  if (origin !== null && origin !== originOf(headers))
    return failure("ERROR_ACCESS_DENIED", "Pages of other sites cannot use MCP.", { status: 403 });

  const clientKey = bearerOf(headers.get("authorization")) ?? "";
  const callers = [addressCaller(address), ...(clientKey ? [`key ${hashKey(clientKey).toString("base64")}`] : [])];
  for (const caller of callers) {
    const seconds = await limiter.take(caller);
    if (seconds > 0) return tooManyCalls(seconds);
  }
  const { actor, refusal } = await authenticate({ app, clientKey, address });
  if (refusal) refuse(refusal);

  const message = (await readObjectInTurn(await request.bytes(), addressCaller(address)))?.body;
  if (!message)
    return failure("ERROR_BAD_REQUEST", "The body is not one JSON-RPC message, which is a JSON object in UTF-8.", {
      status: 400,
    });
  return answerMcp({
    request,
    message,
    gatepost: callerInProcess(request, clientKey),
    findTask: async (key) => (await findCreatedTask({ ctx: { ...app, actor }, input: { key } })) ?? undefined,
    ending: live.stopping,
  });
}

/** The errors of a key, as HTTP says them. */
const statuses: Partial<Record<ErrorCode, number>> = {
  ERROR_KEY_DOES_NOT_EXIST: 401,
  ERROR_ACCOUNT_SUSPENDED: 403,
  ERROR_IP_NOT_ALLOWED: 403,
};

/** The key is in a header here, and not in clientKey. */
const noKey = "Account authorization key not found. Check the header Authorization: Bearer KEY.";

function responseOf({ code, status, headers, body }: Answer): Response {
  const { "access-control-allow-origin": _, ...own } = headers;
  const sent = (code && statuses[code]) ?? status;
  const challenge = sent === 401 ? { "www-authenticate": "Bearer" } : {};
  return new Response(body, { status: sent, headers: { ...own, ...challenge } });
}

/** The client whose calls are answered by this process, in the name of the request's sender. */
function callerInProcess({ headers }: Request, clientKey: string): Gatepost {
  const host = headers.get("host");
  return new Gatepost({
    baseUrl: "http://in-process",
    clientKey,
    async fetch(input, init) {
      const own = new Headers(init?.headers);
      if (host !== null) own.set("host", host);
      const name = new URL(String(input)).pathname.slice(1) as MethodName;
      const answered = await endpoints[name]({
        header: (name) => own.get(name),
        body: async () => Buffer.from(String(init?.body)),
        address: callerAddress(headers),
        disconnected: () => init?.signal ?? new AbortController().signal,
        whenSent: (done) => done(),
      });
      return new Response(answered.body, answered);
    },
  });
}
