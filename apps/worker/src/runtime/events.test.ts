import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { createEndpoint, listDeliveries, testEndpoint } from "@gatepost/domain/notifications/webhooks";
import type { KeyContext } from "@gatepost/domain/platform/context";
import { newHeldTask } from "@gatepost/domain/platform/held-task-testing";
import { Signal } from "@gatepost/domain/platform/signal";
import { newCaller, newSession, newTemplate, newWorker, openTestContext } from "@gatepost/domain/platform/testing";
import { cancelTask } from "@gatepost/domain/tasks/cancel-task";
import { Webhook } from "standardwebhooks";
import { afterAll, expect, test, vi } from "vitest";
import { openResolver } from "../egress/resolve.ts";
import { deliverCallbacks } from "./callbacks.ts";

const system = await openTestContext();
let received: { path: string; headers: IncomingHttpHeaders; body: string }[] = [];

const receiver = createServer(async (request, response) => {
  let body = "";
  for await (const text of request.setEncoding("utf8")) body += text;
  received.push({ path: request.url ?? "", headers: request.headers, body });
  if (request.url === "/chat") {
    // As a chat's incoming webhook does, which knows one property.
    const keys = Object.keys(JSON.parse(body) as object);
    response.statusCode = keys.join() === "text" ? 200 : 400;
    return response.end(response.statusCode === 200 ? "ok" : "invalid_payload");
  }
  if (request.url === "/endless") {
    response.writeHead(200);
    return void response.write("x".repeat(10_000));
  }
  response.statusCode = request.url === "/fails" ? 500 : 200;
  response.end(`You sent ${body}\u0000`);
}).listen(0, "127.0.0.1");
await once(receiver, "listening");
afterAll(() => {
  receiver.closeAllConnections();
  receiver.close();
});

const urlOf = (path: string) => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}${path}`;
const linkOrigin = "https://gatepost.example.com";

async function newEndpoint(caller: KeyContext, path: string, format: "standard" | "text" | "discord") {
  const { accountId } = caller.actor;
  const events = ["waiting", "failed"] as const;
  return createEndpoint({
    ctx: newSession(caller),
    input: { accountId, url: urlOf(path), format, events, linkOrigin },
  });
}

/** A task that waits for its code. */
async function waitingTask(caller: KeyContext): Promise<number> {
  const templateName = await newTemplate(system, caller);
  const { taskId, take } = await newHeldTask({ caller, worker: await newWorker(system), templateName });
  expect(await take()).toMatchObject({ status: "waiting" });
  return taskId;
}

/** Delivers while the test runs, by two workers. */
async function startDelivering() {
  const over = new AbortController();
  const workers = [await newWorker(system), await newWorker(system)];
  const done = workers.map((worker) => {
    const wake = new Signal();
    const timer = setInterval(() => wake.notify(), 50);
    over.signal.addEventListener("abort", () => clearInterval(timer));
    return deliverCallbacks(() => worker, openResolver(), wake, over.signal);
  });
  return {
    async [Symbol.asyncDispose]() {
      over.abort();
      await Promise.all(done);
    },
  };
}

const deliveries = async (caller: KeyContext, endpointId: number) => {
  const { accountId } = caller.actor;
  return (await listDeliveries({ ctx: newSession(caller), input: { accountId, endpointId } })).items;
};

test("a program's endpoint verifies each event by Standard Webhooks; what it answered is listed, without the link", async () => {
  received = [];
  const caller = await newCaller(system);
  const { endpointId, secret } = await newEndpoint(caller, "/program", "standard");
  const taskId = await waitingTask(caller);
  await using _ = await startDelivering();
  await vi.waitFor(async () =>
    expect(await deliveries(caller, endpointId)).toMatchObject([{ deliveredAt: expect.any(Date), status: 200 }]),
  );
  expect(received).toHaveLength(1);
  const [{ headers, body } = { headers: {}, body: "" }] = received;
  expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({
    type: "task.waiting",
    data: { taskId, answerUrl: expect.stringMatching(/^https:\/\/gatepost\.example\.com\/answer\/[\w-]{32}$/) },
  });
  const [listed] = await deliveries(caller, endpointId);
  expect(listed?.excerpt).toContain("You sent");
  expect(listed?.excerpt).toContain("/answer/…");
  expect(listed?.excerpt).not.toMatch(/\/answer\/\w/);

  await cancelTask({ ctx: caller, input: { taskId } });
  await vi.waitFor(() => expect(received).toHaveLength(2));
  expect(JSON.parse(received[1]?.body ?? "")).toMatchObject({ type: "task.failed", data: { taskId } });
});

test("a chat's incoming webhook accepts the text as it is; a refusal and an endless response are listed", async () => {
  received = [];
  const caller = await newCaller(system);
  const { endpointId: chat } = await newEndpoint(caller, "/chat", "text");
  const { endpointId: wrong } = await newEndpoint(caller, "/chat", "discord");
  const { endpointId: endless } = await newEndpoint(caller, "/endless", "text");
  const { endpointId: fails } = await newEndpoint(caller, "/fails", "text");
  const input = { accountId: caller.actor.accountId };
  for (const endpointId of [chat, wrong, endless, fails])
    await testEndpoint({ ctx: newSession(caller), input: { ...input, endpointId } });
  await using _ = await startDelivering();
  const listed = async (endpointId: number) => (await deliveries(caller, endpointId))[0];
  await vi.waitFor(async () => {
    expect(await listed(chat)).toMatchObject({ deliveredAt: expect.any(Date), status: 200, excerpt: "ok" });
    expect(await listed(wrong)).toMatchObject({ status: 400, problem: "HTTP 400", nextAt: expect.any(Date) });
    expect(await listed(endless)).toMatchObject({ status: 200, excerpt: "x".repeat(1_024) });
    expect(await listed(fails)).toMatchObject({ deliveredAt: null, status: 500, duration: expect.any(Number) });
  });
  expect(received.map(({ path }) => path).toSorted()).toEqual(["/chat", "/chat", "/endless", "/fails"]);
});
