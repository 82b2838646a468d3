import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { errorCodes } from "@gatepost/contract/errors";
import { waitForIt } from "@gatepost/contract/limits";
import { exampleBody, methodsInOrder, type Things } from "@gatepost/contract/method-testing";
import { type MethodName, methodNames, methods } from "@gatepost/contract/methods";
import { Gatepost, GatepostError } from "gatepost";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newAccount, newApplication } from "../factories.ts";
import { newTaskBody, taskMaker } from "./bodies.ts";
import { expectSuccess } from "./call.ts";
import { openTestWorker, type TestWorker } from "./test-worker.ts";
import { openWire } from "./wire.ts";

const { url, operator, call } = openWire();
const account = await newAccount(operator);
const client = new Gatepost({ baseUrl: url, clientKey: account.clientKey });
const { clientKey: _, ...aTask } = (await newTaskBody(operator, account))();
let worker: TestWorker;
beforeAll(async () => {
  worker = await openTestWorker(operator);
});

test("the typed client runs a late variable from creation to result", async () => {
  const { taskId } = await client.createTask(aTask as Parameters<typeof client.createTask>[0]);
  const task = await worker.claim(taskId);
  await worker.begin(task, 1);
  await worker.take(task, "code");
  expect(await client.getTaskResult({ taskId })).toMatchObject({ status: "processing", waitingFor: ["code"] });
  expect(await client.pushAntiGateVariable({ taskId, name: "code", value: "349001" })).toEqual({
    errorId: 0,
    status: "success",
  });
  expect(await worker.take(task, "code")).toEqual({ status: "taken", value: "349001" });
  await worker.finish(task);
  expect(await client.getTaskResult({ taskId })).toMatchObject({
    status: "ready",
    solution: { domain: "example.org" },
  });
  expect(await client.getBalance()).toEqual({ errorId: 0, balance: 9.998 });
});

test("a refusal is a GatepostError with its id, code and sentence", async () => {
  const refused = client.getTaskResult({ taskId: 4_000_000_000_000_000 });
  await expect(refused).rejects.toBeInstanceOf(GatepostError);
  await expect(refused).rejects.toMatchObject({ errorId: 16, errorCode: "ERROR_NO_SUCH_CAPCHA_ID", status: 200 });
});

test("an Idempotency-Key travels with the call", async () => {
  const options = { idempotencyKey: crypto.randomUUID() };
  const create = () => client.createTask(aTask as Parameters<typeof client.createTask>[0], options);
  expect((await create()).taskId).toBe((await create()).taskId);
});

describe("behind a proxy that adds a path prefix", () => {
  const proxy = createServer((incoming, outgoing) => {
    const { pathname } = new URL(incoming.url ?? "/", url);
    const onward = request(
      `${url}${pathname.replace(/^\/some\/prefix/, "")}`,
      { method: incoming.method ?? "GET", headers: incoming.headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    incoming.pipe(onward);
  });
  let prefixed: string;
  beforeAll(async () => {
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    prefixed = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/some/prefix`;
  });
  afterAll(() => {
    proxy.closeAllConnections();
    proxy.close();
  });

  test.for(["", "/"])("the JSON methods work, with the base URL ending in %j", async (end) => {
    const withPrefix = new Gatepost({ baseUrl: prefixed + end, clientKey: account.clientKey });
    expect(await withPrefix.getBalance()).toMatchObject({ errorId: 0 });
  });
});

test("each documented example, sent, is answered in the documented shape", async () => {
  const newTask = await taskMaker(call, operator, account);
  const newWaitingTask = async () => {
    const taskId = await newTask();
    const task = await worker.claim(taskId);
    await worker.begin(task, 1);
    await worker.take(task, "code");
    return { taskId, name: "code" };
  };
  const { task } = (await newTaskBody(operator, account))({ session: "bank" });
  const application = { softId: await newApplication(operator, account) };
  for (const name of methodsInOrder) {
    const { about, examples, response } = methods[name];
    for (const example of examples) {
      const things: Things = { application, template: { task } };
      if (about === "task") things.task = await newWaitingTask();
      const answer = await call(name, { ...exampleBody(name, things, example), clientKey: account.clientKey });
      expectSuccess(answer, name);
      const shown = response.parse(example.response);
      expect(Object.keys(shown as object), `${name}: ${example.title}`).toEqual(Object.keys(answer.body));
    }
  }
});

interface Document {
  [part: string]: unknown;
  openapi: string;
  paths: Record<string, unknown>;
}

describe("/openapi.json", () => {
  test("is an OpenAPI 3.1 document of every method and every error", async () => {
    const response = await fetch(`${url}/openapi.json`);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toContain("application/json");
    const document = (await response.json()) as Document;
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(Object.keys(document.paths).sort()).toEqual(methodNames.map((name: MethodName) => `/${name}`).sort());
    const text = JSON.stringify(document);
    for (const code of errorCodes) expect(text).toContain(code);
    expect(text).toContain(waitForIt);
  });

  test("has no reference that leads nowhere", async () => {
    const document = (await (await fetch(`${url}/openapi.json`)).json()) as Document;
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
      ([, path]) => path as string,
    );
    expect(references.length).toBeGreaterThan(0);
    for (const path of references) {
      const found = path
        .split("/")
        .reduce<Record<string, unknown> | undefined>(
          (at, key) => at?.[key] as Record<string, unknown> | undefined,
          document,
        );
      expect(found, path).toBeDefined();
    }
  });
});

test("/healthz says that the process lives, /readyz that database, migrations and a worker are there", async () => {
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  await openTestWorker(operator);
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status, { timeout: 60_000 }).toBe(200);
});
