import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { WrittenStep } from "@gatepost/contract/steps";
import type { StepKind } from "@gatepost/contract/steps/waits";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  type ClientCapabilities,
  ElicitationCompleteNotificationSchema,
  type ElicitRequest,
  ElicitRequestSchema,
  type ElicitResult,
} from "@modelcontextprotocol/sdk/types.js";
import { expect, test } from "vitest";
import { root } from "../checks.ts";
import { newAccount, newKey, newTemplate } from "../factories.ts";
import { openAnswerLinks } from "./answer-link-setup.ts";
import { someSolution } from "./test-worker.ts";

/** Row C2 for agents: MCP on standard input and output, and on /mcp, with the SDK's own client. */

const { account, act, call, clientKey, operator, url, worker } = await openAnswerLinks();

const openHttp = (key: string): Transport =>
  new StreamableHTTPClientTransport(new URL("/mcp", url), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  }) as Transport;

const openStdio = (key: string): Transport =>
  new StdioClientTransport({
    command: process.execPath,
    args: ["apps/cli/src/main.ts", "mcp", "--server", url],
    env: { PATH: process.env.PATH ?? "", GATEPOST_KEY: key },
  });

type Asked = ElicitRequest["params"];

/** An agent's application, which asks its user as a test says; without `answer`, it cannot ask. */
async function connect(transport: Transport, answer?: (asked: Asked) => ElicitResult | Promise<ElicitResult>) {
  const capabilities: ClientCapabilities = answer ? { elicitation: { form: {}, url: {} } } : {};
  const client = new Client({ name: "test", version: "1" }, { capabilities });
  if (answer) client.setRequestHandler(ElicitRequestSchema, ({ params }) => answer(params));
  await client.connect(transport);
  const toolOf = async (templateName: string) => {
    const { tools } = await client.listTools();
    return tools.find(({ title }) => title === templateName);
  };
  return {
    client,
    toolOf,
    async run(templateName: string, options: Parameters<Client["callTool"]>[2] = {}) {
      const tool = await toolOf(templateName);
      const given = { websiteURL: "https://example.org/", variables: { login: "ada" } };
      return client.callTool({ name: tool?.name ?? "", arguments: given }, undefined, { timeout: 120_000, ...options });
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}

type Wait = Extract<WrittenStep, { type: "WAIT_FOR_VARIABLE_VALUE" }>;

/** A template that waits for a value of this kind. */
const newAsking = (kind?: StepKind, more: Partial<Wait> = {}) =>
  newTemplate(operator, account, [
    { type: "FILL_INPUT", selector: "#login", value: { variable: "login" } },
    { type: "WAIT_FOR_VARIABLE_VALUE", name: "code", ...(kind && { kind }), ...more },
    { type: "READ_TEXT", selector: "h1", as: "balance" },
  ]);

const prompt = "Which one?";

/** The task that a tool's call has just created, once a worker waits for the code. */
async function waitingTask(templateName: string) {
  const tasks = async () => (await call("listTasks", { clientKey, templateName })).body.tasks;
  await expect.poll(async () => (await tasks()).length).toBe(1);
  const [{ taskId }] = await tasks();
  const task = await worker.claim(taskId);
  await worker.begin(task, 2);
  await worker.take(task, "code");
  return { taskId, task };
}

type Waiting = Awaited<ReturnType<typeof waitingTask>>;

async function finishWith(value: unknown, { task }: Waiting, solution = someSolution) {
  await expect.poll(() => worker.take(task, "code")).toEqual({ status: "taken", value });
  await worker.finish(task, solution);
}

// Both transports have one server.
test.each([
  ["standard input and output", openStdio],
  ["HTTP", openHttp],
])(
  "over %s a choice is asked for in a form of the application, and the call returns the result without credentials",
  async (_, open) => {
    const asked: Asked[] = [];
    await using agent = await connect(open(clientKey), (params) => {
      asked.push(params);
      return { action: "accept", content: { value: "savings" } };
    });
    const templateName = await newAsking("choice", { options: ["current", "savings"], prompt });
    const running = agent.run(templateName);
    await finishWith("savings", await waitingTask(templateName));
    const { structuredContent, isError } = await running;
    expect(isError).toBeUndefined();
    expect(structuredContent).toMatchObject({ status: "ready", texts: { balance: "$1,284.50" } });
    expect(JSON.stringify(structuredContent)).not.toContain("s3cret");
    expect(asked).toMatchObject([
      {
        mode: "form",
        message: "Which one?",
        requestedSchema: { properties: { value: { type: "string", enum: ["current", "savings"] } } },
      },
    ]);
  },
);

test("a code is given on the page of a link, and the application learns when that is over", async () => {
  const links: string[] = [];
  const over: string[] = [];
  await using agent = await connect(openHttp(clientKey), (params) => {
    if (params.mode === "url") links.push(params.url);
    return { action: "accept" };
  });
  agent.client.setNotificationHandler(ElicitationCompleteNotificationSchema, ({ params }) => {
    over.push(params.elicitationId);
  });
  const progress: string[] = [];
  const templateName = await newAsking("code");
  const running = agent.run(templateName, { onprogress: ({ message }) => progress.push(message ?? "") });
  const waiting = await waitingTask(templateName);
  await expect.poll(() => links.length).toBe(1);
  await act(new URL(links[0] ?? "").pathname, { value: "349001", do: "answer" });
  await finishWith("349001", waiting);
  expect((await running).structuredContent).toMatchObject({ status: "ready", taskId: waiting.taskId });
  expect(over).toHaveLength(1);
  expect(progress).toContain("waits for code");
});

test("a call that is cancelled cancels its task", async () => {
  await using agent = await connect(openHttp(clientKey), () => new Promise(() => {}));
  const templateName = await newAsking();
  const given = new AbortController();
  const running = agent.run(templateName, { signal: given.signal });
  const { taskId } = await waitingTask(templateName);
  given.abort("enough");
  await expect(running).rejects.toThrow("enough");
  await expect
    .poll(async () => (await call("getTaskResult", { clientKey, taskId })).body)
    .toMatchObject({ errorCode: "ERROR_TASK_CANCELED" });
});

test("a user who declines ends the task", async () => {
  await using agent = await connect(openHttp(clientKey), () => ({ action: "decline" }));
  const templateName = await newAsking("yes_no");
  const running = agent.run(templateName);
  await waitingTask(templateName);
  const { isError, structuredContent } = await running;
  expect(isError).toBe(true);
  expect(structuredContent).toMatchObject({ status: "failed", errorCode: "ERROR_TASK_CANCELED" });
});

test("an application that cannot ask gets a link for its user, and then watches the task", async () => {
  await using agent = await connect(openHttp(clientKey));
  const templateName = await newAsking(undefined, { prompt });
  const running = agent.run(templateName);
  const waiting = await waitingTask(templateName);
  const { taskId } = waiting;
  const { structuredContent } = await running;
  const { answerUrl, version } = structuredContent as { answerUrl: string; version: string };
  expect(structuredContent).toMatchObject({ status: "waiting", taskId, waiting: [{ name: "code", answerUrl }] });
  const watching = agent.client.callTool({ name: "watch_task", arguments: { taskId, sinceVersion: version } });
  await act(new URL(answerUrl).pathname, { value: "349001", do: "answer" });
  await expect.poll(() => watching.then((result) => result.structuredContent)).toMatchObject({ taskId });
  await finishWith("349001", waiting);
  const { structuredContent: ended } = await agent.client.callTool({ name: "get_task", arguments: { taskId } });
  expect(ended).toMatchObject({ status: "ready", taskId });
});

test("files are resources, which only the task's account can read", async () => {
  const file = { name: "März.csv", type: "text/csv", size: 3, base64: "YSxi" };
  await using agent = await connect(openHttp(clientKey), () => ({ action: "accept", content: { value: true } }));
  const templateName = await newAsking("yes_no");
  const running = agent.run(templateName);
  const waiting = await waitingTask(templateName);
  await finishWith(true, waiting, { ...someSolution, files: { statement: file } });
  const { content } = await running;
  const link = (content as { type: string; uri: string }[]).find(({ type }) => type === "resource_link");
  const uri = link?.uri ?? "";
  expect(link).toMatchObject({ name: "März.csv", mimeType: "text/csv" });
  expect((await agent.client.readResource({ uri })).contents).toMatchObject([{ uri, blob: "YSxi" }]);
  await using stranger = await connect(openHttp((await newAccount(operator)).clientKey));
  await expect(stranger.client.readResource({ uri })).rejects.toMatchObject({ code: -32002 });
  await expect(agent.client.readResource({ uri: `${uri}%ff%` })).rejects.toMatchObject({ code: -32002 });
  await expect(agent.client.listTools({ cursor: "-1" })).rejects.toMatchObject({ code: -32602 });
  const { taskId } = waiting;
  for (const name of ["get_task", "watch_task", "cancel_task"]) {
    const { isError, structuredContent } = await stranger.client.callTool({ name, arguments: { taskId } });
    expect({ isError, structuredContent }).toMatchObject({
      isError: true,
      structuredContent: { errorCode: "ERROR_NO_SUCH_CAPCHA_ID" },
    });
  }
  expect(await stranger.toolOf(templateName)).toBeUndefined();
});

test("a refused call says why, also to a client that compares results with the tool's output schema", async () => {
  await using agent = await connect(openHttp(clientKey));
  const tool = await agent.toolOf(await newAsking());
  const given = { websiteURL: "https://example.org/", variables: {} };
  expect(await agent.client.callTool({ name: tool?.name ?? "", arguments: given })).toMatchObject({
    isError: true,
    structuredContent: {
      errorCode: "ERROR_INCORRECT_SESSION_DATA",
      errorDescription: expect.stringMatching(/Missing: login/),
    },
  });
  const unknown = await agent.client.callTool({ name: "get_task", arguments: { taskId: 1 } });
  expect(unknown).toMatchObject({ isError: true, structuredContent: { errorCode: "ERROR_NO_SUCH_CAPCHA_ID" } });
});

test("a key that may not run tasks has no tools", async () => {
  await using agent = await connect(openHttp(await newKey(operator, account.accountId, { rights: ["stats"] })));
  expect((await agent.client.listTools()).tools).toEqual([]);
});

test("a response to what was asked of one account's user answers nothing with another account's key", async () => {
  let asked: { id: unknown } | undefined;
  const transport = openHttp(clientKey);
  await using agent = await connect(transport, () => new Promise(() => {}));
  const receive = transport.onmessage;
  transport.onmessage = (message, extra) => {
    if ("method" in message && message.method === "elicitation/create" && "id" in message) asked = message;
    receive?.(message, extra);
  };
  const templateName = await newAsking("yes_no");
  const running = agent.run(templateName);
  const waiting = await waitingTask(templateName);
  await expect.poll(() => asked).toBeDefined();
  const respond = (key: string, value: boolean) =>
    send(
      { jsonrpc: "2.0", id: asked?.id, result: { action: "accept", content: { value } } },
      { authorization: `Bearer ${key}` },
    );
  const stranger = await newAccount(operator);
  expect((await respond(stranger.clientKey, false)).status).toBe(400);
  expect((await respond(clientKey, true)).status).toBe(202);
  await finishWith(true, waiting);
  expect((await running).structuredContent).toMatchObject({ status: "ready" });
});

const send = (message: object, headers: Record<string, string>) =>
  fetch(new URL("/mcp", url), {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
    body: JSON.stringify(message),
  });

test("/mcp says how to name a key, and answers pages of its own site", async () => {
  const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
  const unknown = await send(ping, {});
  expect([unknown.status, unknown.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
  expect(await unknown.text()).toContain("the header Authorization");
  expect((await send(ping, { authorization: `Bearer ${clientKey}`, origin: url })).status).toBe(200);
});

test("the configuration of the README connects an application, with the address and the key of an installation", async () => {
  const readme = readFileSync(join(root, "README.md"), "utf8");
  const [, text = ""] = /```json\n(\{\s+"mcpServers"[\s\S]+?)```/.exec(readme) ?? [];
  const { url: address, headers } = JSON.parse(text).mcpServers.gatepost as {
    url: string;
    headers: { Authorization: string };
  };
  const Authorization = headers.Authorization.replace("gp_…", clientKey);
  const transport = new StreamableHTTPClientTransport(new URL(new URL(address).pathname, url), {
    requestInit: { headers: { ...headers, Authorization } },
  });
  await using agent = await connect(transport as Transport);
  expect((await agent.client.listTools()).tools.map(({ title }) => title)).toContain(
    "Sign-in with 2FA and wait for control text",
  );
});
