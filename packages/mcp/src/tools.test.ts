import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { Gatepost, type GatepostOptions } from "gatepost";
import { expect, test } from "vitest";
import type { Elicits } from "./elicitation.ts";
import { createMcpServer } from "./server.ts";
import { templateTool, toolName } from "./tools.ts";

test("the name of a tool follows from the template's name alone, and two names never share one", () => {
  expect(toolName("Sign-in with 2FA and wait for control text")).toBe(
    "run_sign_in_with_2fa_and_wait_for_control_text_600c9b",
  );
  const names = ["Sign in", "sign in", "sign-in", "Überweisung", "支払い", "支払", " ", "x".repeat(200)].map(toolName);
  expect(new Set(names).size).toBe(names.length);
  // What applications accept.
  for (const name of names) expect(name).toMatch(/^[a-z0-9_]{1,64}$/);
});

test("each variable is an argument with its prompt, kind and pattern, except those that come later", () => {
  const { description, inputSchema } = templateTool({
    name: "Transfer",
    description: "Sends money.",
    version: 1,
    builtIn: false,
    updated: 1,
    variables: [
      { name: "payee", late: false },
      { name: "amount", late: false, kind: "number", prompt: "How much?" },
      { name: "iban", late: false, kind: "text", pattern: "[A-Z0-9]+" },
      { name: "code", late: true, prompt: "Which code?" },
    ],
  });
  expect(inputSchema.required).toEqual(["websiteURL", "variables"]);
  expect(inputSchema.properties?.variables).toEqual({
    type: "object",
    properties: {
      payee: {},
      amount: { type: "number", description: "How much?" },
      iban: { type: "string", pattern: "^(?:[A-Z0-9]+)$" },
    },
    required: ["payee", "amount", "iban"],
    additionalProperties: false,
  });
  expect(description).toBe('Sends money. It asks a person for code ("Which code?").');
});

test("a call of watch_task whose client has left holds no call of the account any more", async () => {
  const held = Promise.withResolvers<AbortSignal>();
  const fetch = (_: unknown, init?: RequestInit) => {
    held.resolve(init?.signal as AbortSignal);
    return new Promise<Response>((_, reject) =>
      init?.signal?.addEventListener("abort", () => reject(new Error("left"))),
    );
  };
  const client = await connect(fetch);
  const watching = client.callTool({ name: "watch_task", arguments: { taskId: 1 } });
  const signal = await held.promise;
  expect(signal.aborted).toBe(false);
  await Promise.allSettled([client.close(), watching]);
  expect(signal.aborted).toBe(true);
});

test.each([
  { form: false, url: false },
  { form: true, url: false },
])("watch_task makes one link for each wait of an agent that passes on the version it has: %j", async (elicits) => {
  let links = 0;
  let [version, name] = ["1", "code"];
  const client = await connect(async (input, init) => {
    const { sinceVersion } = JSON.parse(String(init?.body));
    if (String(input).endsWith("/createAnswerLink")) {
      links += 1;
      return Response.json({ errorId: 0, url: `https://gatepost.example.com/answer/${links}`, expires: 1 });
    }
    // The service holds such a call, until there is news.
    if (sinceVersion === version) [version, name] = ["2", "pin"];
    const waiting = [{ name, kind: "code", attempt: 1 }];
    return Response.json({ errorId: 0, status: "processing", waiting, waitingFor: [name], version, progress: {} });
  }, elicits);
  const watch = (sinceVersion?: string) =>
    client.callTool({ name: "watch_task", arguments: { taskId: 1, ...(sinceVersion && { sinceVersion }) } });
  const link = (wait: string, number: number) => {
    const answerUrl = `https://gatepost.example.com/answer/${number}`;
    return { structuredContent: { status: "waiting", answerUrl, waiting: [{ name: wait, answerUrl }] } };
  };
  expect(await watch()).toMatchObject(link("code", 1));
  expect(await watch("1")).toMatchObject(link("pin", 2));
});

test("a key that may change nothing sees what a task waits for, and why there is no link", async () => {
  const errorDescription = "The key is read-only.";
  const client = await connect(async (input) =>
    String(input).endsWith("/createAnswerLink")
      ? Response.json({ errorId: 1000, errorCode: "ERROR_ACCESS_DENIED", errorDescription })
      : Response.json({ errorId: 0, status: "processing", waiting: [{ name: "code" }], version: "1", progress: {} }),
  );
  expect(await client.callTool({ name: "watch_task", arguments: { taskId: 1 } })).toMatchObject({
    structuredContent: { status: "waiting", waiting: [{ name: "code", answerUrlRefused: errorDescription }] },
  });
});

test("what the user answers is pushed for the wait that was asked for, and one that is too late is no failure", async () => {
  const pushed: object[] = [];
  const client = await connect(
    async (input, init) => {
      if (!String(input).endsWith("/pushAntiGateVariable")) {
        const waiting = [{ name: "agreed", kind: "yes_no", attempt: 1 }];
        const open = { status: "processing", waiting, waitingFor: ["agreed"], version: "1", progress: {} };
        const ready = { status: "ready", solution: {}, solutionExpired: true, cost: "0.002" };
        return Response.json({ errorId: 0, ...(pushed.length > 0 ? ready : open) });
      }
      pushed.push(JSON.parse(String(init?.body)));
      return Response.json({ errorId: 1004, errorCode: "ERROR_VARIABLE_NOT_EXPECTED", errorDescription: "Changed." });
    },
    { form: true, url: false },
  );
  client.setRequestHandler(ElicitRequestSchema, () => ({ action: "accept", content: { value: true } }));
  const watched = await client.callTool({ name: "watch_task", arguments: { taskId: 1 } });
  expect(watched.structuredContent).toMatchObject({ status: "ready" });
  expect(pushed).toEqual([{ clientKey: "gp_key", taskId: 1, name: "agreed", value: true, version: "1" }]);
});

async function connect(fetch: NonNullable<GatepostOptions["fetch"]>, elicits: Elicits = { form: false, url: false }) {
  const gatepost = new Gatepost({ baseUrl: "http://127.0.0.1", clientKey: "gp_key", fetch });
  const [mine, servers] = InMemoryTransport.createLinkedPair();
  await createMcpServer({ gatepost, elicits: () => elicits }).connect(servers);
  const client = new Client({ name: "test", version: "1" }, { capabilities: { elicitation: { form: {} } } });
  await client.connect(mine);
  return client;
}
