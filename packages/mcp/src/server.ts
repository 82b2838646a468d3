import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
  type RequestId,
} from "@modelcontextprotocol/sdk/types.js";
import { type Gatepost, GatepostError } from "gatepost";
import manifest from "../package.json" with { type: "json" };
import type { Elicits } from "./elicitation.ts";
import { type Extra, followTask, waitingContent } from "./follow-task.ts";
import {
  failedContent,
  processingContent,
  readResource,
  readyContent,
  resourceTemplates,
  structured,
} from "./task-content.ts";
import { listTemplateTools, mayRun, taskOfTool, taskToolMethod, taskTools } from "./tools.ts";

interface McpOptions {
  /** The account on whose behalf tools are called. */
  gatepost: Gatepost;
  /** How the client can ask its user. */
  elicits: (server: Server) => Elicits;
  /** The Idempotency-Key of the task that a request creates, by which another process can find the task. */
  taskKey?: (request: RequestId) => string | undefined;
  ending?: AbortSignal;
}

const instructions =
  "Each run_ tool runs a template in a browser. A task may stop for a value that only a person has, such as a code that was sent to " +
  "their phone. If a result has the status waiting, give the person its answerUrl, and then call watch_task.";

/** An MCP server of one account, for one connection. */
export function createMcpServer({ gatepost, elicits, taskKey, ending }: McpOptions): Server {
  const server = new Server(
    { name: "gatepost", version: manifest.version },
    { capabilities: { tools: {}, resources: {} }, instructions },
  );
  const call = { gatepost, ending: ending ?? new AbortController().signal };

  server.setRequestHandler(ListToolsRequestSchema, async ({ params }) => {
    const after = params?.cursor === undefined ? undefined : Number(params.cursor);
    if (after !== undefined && !(after >= 0 && after < 2 ** 31))
      throw new McpError(ErrorCode.InvalidParams, "The cursor is not one of an earlier page.");
    if (after === undefined && !(await mayRun(gatepost))) return { tools: [] };
    const { tools, next } = await listTemplateTools(gatepost, after);
    return {
      tools: after === undefined ? [...taskTools, ...tools] : tools,
      ...(next !== undefined && { nextCursor: String(next) }),
    };
  });

  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const { name, arguments: given = {} } = params;
    try {
      const follow = (taskId: number, sinceVersion?: string) =>
        followTask({
          ...call,
          taskId,
          sinceVersion,
          elicits: elicits(server),
          extra,
          complete(elicitationId) {
            const message = { method: "notifications/elicitation/complete", params: { elicitationId } };
            // Not by the protocol's class, which over HTTP has not seen what the client can do.
            server.transport
              ?.send({ jsonrpc: "2.0", ...message }, { relatedRequestId: extra.requestId })
              .catch(() => {});
          },
        });
      if (taskToolMethod(name))
        return await callTaskTool(gatepost, { name, given, elicits: elicits(server), extra, follow });
      const task = await taskOfTool(gatepost, name, given);
      if (!task) throw new McpError(ErrorCode.InvalidParams, `There is no tool ${name}.`);
      const { taskId } = await gatepost.createTask({ task }, { idempotencyKey: taskKey?.(extra.requestId) });
      return await cancelling(server, gatepost, { taskId, extra, work: () => follow(taskId) });
    } catch (error) {
      if (error instanceof GatepostError) return failedContent(error);
      throw error;
    }
  });

  server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: [] }));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates }));
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }) => {
    const found = await readResource(gatepost, uri).catch((error: unknown) => {
      // What the method says of the task, such as that it does not exist or has failed.
      if (error instanceof GatepostError && error.status === 200) throw noResource(uri, error.message);
      if (error instanceof URIError) throw noResource(uri, "Its percent-encoding is malformed.");
      throw error;
    });
    if (!found) throw noResource(uri, "It is not kept, or no longer.");
    return found;
  });
  return server;
}

/** As the protocol says of a resource that does not exist. */
const noResource = (uri: string, why: string) => new McpError(-32002, `There is no resource ${uri}. ${why}`);

interface TaskToolCall {
  name: string;
  given: Record<string, unknown>;
  elicits: Elicits;
  extra: Extra;
  follow: (taskId: number, sinceVersion?: string) => Promise<CallToolResult>;
}

async function callTaskTool(gatepost: Gatepost, { name, given, elicits, extra, follow }: TaskToolCall) {
  const method = taskToolMethod(name);
  if (method !== "getTaskResult") {
    const { errorId: _, ...answer } = await gatepost[method as "cancelTask"](given as { taskId: number });
    return structured(answer);
  }
  const taskId = Number(given.taskId);
  const watches = name === "watch_task";
  const { waitSeconds = 30, sinceVersion } = given as { waitSeconds?: number; sinceVersion?: string };
  if (watches && (elicits.form || elicits.url)) return follow(taskId, sinceVersion);
  try {
    const asked = { taskId, ...(watches && { waitSeconds, sinceVersion }) };
    const result = await gatepost.getTaskResult(asked, { signal: extra.signal });
    if (result.status === "ready") return readyContent(taskId, result);
    return watches ? waitingContent(gatepost, taskId, result, sinceVersion) : processingContent(taskId, result);
  } catch (error) {
    if (error instanceof GatepostError && error.details.failure) return failedContent(error, taskId);
    throw error;
  }
}

/** Cancels the task when the client cancels the call. When the connection ends, the task goes on. */
async function cancelling<Result>(
  server: Server,
  gatepost: Gatepost,
  { taskId, extra, work }: { taskId: number; extra: Extra; work: () => Promise<Result> },
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    // The protocol's class forgets the transport of a closed connection.
    if (extra.signal.aborted && server.transport) await cancelTask(gatepost, taskId);
    throw error;
  }
}

/** Cancels a task that an agent's call created. One that has ended stays as it is. */
export async function cancelTask(gatepost: Gatepost, taskId: number): Promise<void> {
  const reason = "The agent cancelled its call.";
  await gatepost.cancelTask({ taskId, reason }).catch((error: unknown) => {
    if (!(error instanceof GatepostError && error.errorCode === "ERROR_TASK_FINISHED")) throw error;
  });
}
