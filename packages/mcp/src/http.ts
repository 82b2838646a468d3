import { randomUUID } from "node:crypto";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  CancelledNotificationSchema,
  ElicitResultSchema,
  ErrorCode,
  InitializeRequestSchema,
  type JSONRPCMessage,
  type RequestId,
} from "@modelcontextprotocol/sdk/types.js";
import { type Gatepost, GatepostError } from "gatepost";
import { type Elicits, elicitationKey, isStillAsked, readElicitationId, takeElicited } from "./elicitation.ts";
import { cancelTask, createMcpServer } from "./server.ts";

interface McpRequest {
  request: Request;
  /** The body, as parsed JSON. */
  message: unknown;
  gatepost: Gatepost;
  /** The task that this account created with an Idempotency-Key. */
  findTask: (idempotencyKey: string) => Promise<number | undefined>;
  ending: AbortSignal;
}

const sessionHeader = "mcp-session-id";

/**
 * Answers a POST of Streamable HTTP. No process keeps anything of a session: its id says what the client can do, the id of what a
 * client's user is asked says which wait it is, and the task of a call is found by its Idempotency-Key. So any process can take any
 * message, and none of them grants more than the key that comes with it.
 */
export async function answerMcp({ request, message, gatepost, findTask, ending }: McpRequest): Promise<Response> {
  const session = readSession(request.headers.get(sessionHeader));

  const cancelled = CancelledNotificationSchema.safeParse(message).data;
  if (cancelled)
    return accept(async () => {
      const key = taskKey(session, cancelled.params.requestId ?? "");
      const taskId = key === undefined ? undefined : await findTask(key);
      if (taskId !== undefined) await cancelTask(gatepost, taskId);
    });
  const { id, result } = Object(message) as { id?: unknown; result?: unknown };
  const asked = result === undefined ? undefined : readElicitationId(id);
  if (asked)
    return accept(async () => {
      const answer = ElicitResultSchema.safeParse(result).data;
      if (answer && (await isStillAsked(gatepost, asked))) await takeElicited(gatepost, asked, answer);
    });

  const server = createMcpServer({
    gatepost,
    ending,
    elicits: () => session?.elicits ?? { form: false, url: false },
    taskKey: (id) => taskKey(session, id),
  });
  const transport = new WebStandardStreamableHTTPServerTransport({});
  await server.connect(namingElicitations(transport));
  // A client that has left does not cancel its task.
  request.signal.addEventListener("abort", () => void server.close(), { once: true });
  const response = await transport.handleRequest(request, { parsedBody: message });
  const initialize = InitializeRequestSchema.safeParse(message).data;
  if (initialize) response.headers.set(sessionHeader, newSession(initialize.params.capabilities.elicitation));
  return response;
}

/** Does what a message says that gets no response of its own. A refusal is said by HTTP. */
async function accept(work: () => Promise<void>): Promise<Response> {
  try {
    await work();
    return new Response(null, { status: 202 });
  } catch (error) {
    if (!(error instanceof GatepostError)) throw error;
    const refusal = { jsonrpc: "2.0", error: { code: ErrorCode.InvalidRequest, message: error.message } };
    return Response.json(refusal, { status: 400 });
  }
}

interface Session {
  id: string;
  elicits: Elicits;
}

/** The id of a session: a name of its own, and how the client can ask its user. */
function newSession(elicitation: { form?: unknown; url?: unknown } | undefined): string {
  const can = [elicitation?.form && "form", elicitation?.url && "url"].filter(Boolean);
  return [randomUUID(), ...can].join(".");
}

function readSession(header: string | null): Session | undefined {
  const [id, ...can] = header?.split(".") ?? [];
  if (id === undefined || !/^[0-9a-f-]{36}$/.test(id)) return undefined;
  return { id, elicits: { form: can.includes("form"), url: can.includes("url") } };
}

/** The Idempotency-Key of the task that a request of a session creates. */
function taskKey(session: Session | undefined, request: RequestId): string | undefined {
  const key = session && `mcp ${session.id} ${JSON.stringify(request)}`;
  return key && key.length <= 200 ? key : undefined;
}

/** Gives what the client's user is asked the id that says which wait it is, in place of the protocol's own count. */
function namingElicitations(transport: Transport): Transport {
  const names = new Map<RequestId, string>();
  const { send } = transport;
  transport.send = (message, options) => send.call(transport, renamed(message, names), options);
  return transport;
}

function renamed(message: JSONRPCMessage, names: Map<RequestId, string>): JSONRPCMessage {
  if (!("method" in message)) return message;
  if (message.method === "notifications/cancelled") {
    const requestId = names.get(message.params?.requestId as RequestId);
    return requestId === undefined ? message : { ...message, params: { ...message.params, requestId } };
  }
  const name = message.params?._meta?.[elicitationKey];
  if (!("id" in message) || typeof name !== "string") return message;
  names.set(message.id, name);
  return { ...message, id: name };
}
