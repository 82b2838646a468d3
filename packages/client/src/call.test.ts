import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { errors } from "@gatepost/contract/errors";
import { methodNames } from "@gatepost/contract/methods";
import { afterAll, beforeEach, expect, expectTypeOf, test } from "vitest";
import { Gatepost, GatepostError } from "./index.ts";
import { afterLoss } from "./methods.ts";

interface Seen {
  url: string | undefined;
  method: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

interface Reply {
  status?: number;
  headers?: Record<string, string>;
  body: string;
}

let seen: Seen[] = [];
/** What is answered, one after the other; the last one always. */
let replies: (Reply | "connection lost")[] = [];

/** A server that fails in the ways that a test says; what is repeated and reported: the table of tests/python-client.test.ts. */
const server = createServer(async (request, response) => {
  let body = "";
  for await (const part of request.setEncoding("utf8")) body += part;
  seen.push({ url: request.url, method: request.method, headers: request.headers, body });
  const reply = replies.length > 1 ? replies.shift() : replies[0];
  if (reply === undefined || reply === "connection lost") request.socket.destroy();
  else response.writeHead(reply.status ?? 200, reply.headers).end(reply.body);
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const client = new Gatepost({ baseUrl, clientKey: "gp_key" });

beforeEach(() => {
  seen = [];
});
afterAll(() => server.close());

const balance = { body: '{"errorId":0,"balance":12.3456}' };
const done = { body: '{"errorId":0,"status":"success"}' };
const task = { type: "AntiGateTask", websiteURL: "https://example.org/", templateName: "t" } as const;

function refusal(errorCode: keyof typeof errors, headers?: Record<string, string>): Reply {
  const entry: { id: number; status?: number } = errors[errorCode];
  const body = JSON.stringify({ errorId: entry.id, errorCode, errorDescription: "No." });
  return { status: entry.status ?? 200, body, ...(headers && { headers }) };
}

test("there is a function for each method of the contract", () => {
  for (const name of methodNames) expect(client[name], name).toBeTypeOf("function");
});

test("a call posts its request with the key, and resolves to the success body", async () => {
  replies = [done];
  const answer = await client.pushAntiGateVariable({ taskId: 7, name: "code", value: null });
  expect(answer).toEqual({ errorId: 0, status: "success" });
  expect(seen[0]).toMatchObject({ url: "/pushAntiGateVariable", method: "POST" });
  expect(seen[0]?.headers["content-type"]).toBe("application/json");
  expect(JSON.parse(seen[0]?.body ?? "")).toEqual({ clientKey: "gp_key", taskId: 7, name: "code", value: null });
});

test("a method without properties is called without any", async () => {
  replies = [balance];
  expect((await client.getBalance()).balance).toBe(12.3456);
  expect(JSON.parse(seen[0]?.body ?? "")).toEqual({ clientKey: "gp_key" });
});

test("each createTask has an idempotency key of its own, or the given one; calls that do not take one have none", async () => {
  replies = [{ body: '{"errorId":0,"taskId":1}' }];
  await client.createTask({ task }, { idempotencyKey: "once" });
  await client.createTask({ task });
  await client.createTask({ task });
  await client.getBalance();
  const [given, one, other, none] = seen.map(({ headers }) => headers["idempotency-key"]);
  expect(given).toBe("once");
  expect(one).toMatch(/^[0-9a-z]+(-[0-9a-z]+){3}$/);
  expect(other).not.toBe(one);
  expect(none).toBeUndefined();
});

test("a refusal rejects with the service's error, its HTTP status, its task, and the seconds to wait", async () => {
  replies = [refusal("ERROR_TOO_MANY_REQUESTS", { "retry-after": "3" })];
  const refused = await client.getTaskResult({ taskId: 7 }, { retrySeconds: 0 }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(GatepostError);
  expect(refused).toMatchObject({
    name: "GatepostError",
    errorId: 1003,
    errorCode: "ERROR_TOO_MANY_REQUESTS",
    errorDescription: "No.",
    status: 429,
    retryAfter: 3,
    taskId: 7,
    message: "ERROR_TOO_MANY_REQUESTS: No.",
  });
});

test("a retry comes no sooner than the server asks", async () => {
  replies = [refusal("ERROR_SERVICE_UNAVAILABLE", { "retry-after": "1" }), balance];
  const began = performance.now();
  await client.getBalance();
  expect(performance.now() - began).toBeGreaterThan(990);
});

test("a call whose repetition could be a second change is not repeated after a lost connection, but when it was refused", async () => {
  replies = ["connection lost"];
  await expect(client.saveTemplate({ template: {} })).rejects.toThrow("fetch failed");
  expect(seen).toHaveLength(1);
  replies = [refusal("ERROR_SERVICE_UNAVAILABLE"), { body: '{"errorId":0,"version":1,"warnings":[]}' }];
  await client.saveTemplate({ template: {} });
  expect(seen).toHaveLength(3);
  expect(Object.keys(afterLoss).filter((name) => afterLoss[name as keyof typeof afterLoss] === "give up")).toEqual([
    "createAnswerLink",
    "createLiveLink",
    "saveTemplate",
    "deleteTemplate",
    "deleteSecret",
    "deleteSession",
  ]);
});

test("retries end when their time is over, with the last failure; a longer pause than is left is not begun", async () => {
  replies = ["connection lost"];
  await expect(client.getBalance({}, { retrySeconds: 1 })).rejects.toThrow("fetch failed");
  expect(seen.length).toBeGreaterThan(1);
  seen = [];
  replies = [refusal("ERROR_TOO_MANY_REQUESTS", { "retry-after": "3600" })];
  await expect(client.getBalance()).rejects.toMatchObject({ retryAfter: 3600 });
  expect(seen).toHaveLength(1);
});

test("the base URL may have a path prefix and a trailing slash, and must be a URL", async () => {
  replies = [balance];
  await new Gatepost({ baseUrl: `${baseUrl}/prefix//`, clientKey: "k" }).getBalance();
  expect(seen[0]?.url).toBe("/prefix/getBalance");
  expect(() => new Gatepost({ baseUrl: "gatepost.example.com", clientKey: "k" })).toThrow(/URL/);
});

test("a call can be given up, before it is sent and between retries", async () => {
  await expect(client.getBalance({}, { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
  expect(seen).toHaveLength(0);
  replies = [refusal("ERROR_SERVICE_UNAVAILABLE", { "retry-after": "20" })];
  const over = new AbortController();
  const call = client.getBalance({}, { signal: over.signal });
  await expect.poll(() => seen.length).toBe(1);
  over.abort(new Error("enough"));
  await expect(call).rejects.toThrow("enough");
});

test("requests and responses are typed from the method table", () => {
  type Push = Parameters<typeof client.pushAntiGateVariable>[0];
  expectTypeOf<Push>().toMatchObjectType<{ taskId: string | number; name: string; value: unknown }>();
  expectTypeOf<Push>().not.toHaveProperty("clientKey");
  type Result = Awaited<ReturnType<typeof client.getTaskResult>>;
  expectTypeOf<Result["status"]>().toEqualTypeOf<"processing" | "ready">();
});
