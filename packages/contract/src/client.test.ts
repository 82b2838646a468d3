import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeEach, expect, expectTypeOf, test } from "vitest";
import { createClient, GatepostError } from "./client.ts";

interface Seen {
  url: string | undefined;
  method: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

let seen: Seen[] = [];
let reply: { status?: number; headers?: Record<string, string>; body: string } = { body: "" };

/** What stands in for a service: notes what comes, and answers what the test says. */
const server = createServer(async (request, response) => {
  let body = "";
  for await (const part of request.setEncoding("utf8")) body += part;
  seen.push({ url: request.url, method: request.method, headers: request.headers, body });
  response.writeHead(reply.status ?? 200, reply.headers).end(reply.body);
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const client = createClient({ baseUrl, clientKey: "gp_key" });

beforeEach(() => {
  seen = [];
});
afterAll(() => server.close());

test("a call posts its request with the key, and resolves to the success body", async () => {
  reply = { body: '{"errorId":0,"status":"success"}' };
  const answer = await client.pushAntiGateVariable({ taskId: 7, name: "code", value: null });
  expect(answer).toEqual({ errorId: 0, status: "success" });
  expect(seen[0]).toMatchObject({ url: "/pushAntiGateVariable", method: "POST" });
  expect(seen[0]?.headers["content-type"]).toBe("application/json");
  expect(JSON.parse(seen[0]?.body ?? "")).toEqual({ clientKey: "gp_key", taskId: 7, name: "code", value: null });
});

test("a method without properties is called without any", async () => {
  reply = { body: '{"errorId":0,"balance":12.3456}' };
  expect((await client.getBalance()).balance).toBe(12.3456);
  expect(JSON.parse(seen[0]?.body ?? "")).toEqual({ clientKey: "gp_key" });
});

test("an idempotency key is sent as a header, and only if it is given", async () => {
  reply = { body: '{"errorId":0,"taskId":1}' };
  const task = { type: "AntiGateTask", websiteURL: "https://example.org/", templateName: "t" } as const;
  await client.createTask({ task }, { idempotencyKey: "once" });
  await client.createTask({ task });
  expect(seen.map(({ headers }) => headers["idempotency-key"])).toEqual(["once", undefined]);
});

test("a refusal rejects with the service's error, its HTTP status, and the seconds to wait", async () => {
  reply = {
    status: 429,
    headers: { "retry-after": "3" },
    body: '{"errorId":1003,"errorCode":"ERROR_TOO_MANY_REQUESTS","errorDescription":"Too many requests."}',
  };
  const refused = await client.getBalance().catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(GatepostError);
  expect(refused).toMatchObject({
    name: "GatepostError",
    errorId: 1003,
    errorCode: "ERROR_TOO_MANY_REQUESTS",
    errorDescription: "Too many requests.",
    status: 429,
    retryAfter: 3,
    message: "ERROR_TOO_MANY_REQUESTS: Too many requests.",
  });
});

test.for([
  [502, "<html>Bad gateway</html>"],
  [200, ""],
  [200, "null"],
  [404, '{"error":"not found"}'],
] as const)("what is no answer of the service is no GatepostError: HTTP %d %j", async ([status, body]) => {
  reply = { status, body };
  const failed = await client.getBalance().catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(Error);
  expect(failed).not.toBeInstanceOf(GatepostError);
  expect((failed as Error).message).toContain(`HTTP ${status}`);
});

test("the base URL may have a path prefix and a trailing slash", async () => {
  reply = { body: '{"errorId":0,"balance":1}' };
  await createClient({ baseUrl: `${baseUrl}/prefix//`, clientKey: "k" }).getBalance();
  expect(seen[0]?.url).toBe("/prefix/getBalance");
});

test("a call can be given up", async () => {
  const signal = AbortSignal.abort();
  await expect(client.getBalance({}, { signal })).rejects.toThrow(/abort/i);
});

test("the raw call sends text and bytes as they are, adds no key, and judges nothing", async () => {
  reply = { status: 400, body: "not JSON" };
  expect(await client.raw("getBalance", "{")).toMatchObject({ status: 400, text: "not JSON", body: undefined });
  await client.raw("getBalance", new TextEncoder().encode("[]"), { headers: { "content-type": "text/plain" } });
  await client.raw("getBalance", { a: 1 });
  await client.raw("getBalance", undefined, { method: "GET" });
  expect(seen.map(({ body }) => body)).toEqual(["{", "[]", '{"a":1}', ""]);
  expect(seen[1]?.headers["content-type"]).toBe("text/plain");
  expect(seen[3]?.method).toBe("GET");
});

test("requests and responses are typed from the method table", () => {
  type Push = Parameters<typeof client.pushAntiGateVariable>[0];
  expectTypeOf<Push>().toMatchObjectType<{ taskId: string | number; name: string; value: unknown }>();
  expectTypeOf<Push>().not.toHaveProperty("clientKey");
  type Result = Awaited<ReturnType<typeof client.getTaskResult>>;
  expectTypeOf<Result["status"]>().toEqualTypeOf<"processing" | "ready">();
});
