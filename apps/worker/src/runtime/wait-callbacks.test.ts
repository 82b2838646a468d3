import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { rollCallbackSecret } from "@gatepost/domain/notifications/webhooks";
import type { KeyContext } from "@gatepost/domain/platform/context";
import { newHeldTask } from "@gatepost/domain/platform/held-task-testing";
import { Signal } from "@gatepost/domain/platform/signal";
import { lateCode, newCaller, newTemplate, newWorker, openTestContext } from "@gatepost/domain/platform/testing";
import { cancelTask } from "@gatepost/domain/tasks/cancel-task";
import { createTask } from "@gatepost/domain/tasks/create-task";
import { pushVariable } from "@gatepost/domain/waits/answer-wait";
import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { openResolver } from "../egress/resolve.ts";
import { deliverCallbacks } from "./callbacks.ts";

const system = await openTestContext();
const worker = await newWorker(system);
let received: { headers: IncomingHttpHeaders; body: string }[] = [];
let refusing = false;

const receiver = createServer(async (request, response) => {
  let body = "";
  for await (const text of request.setEncoding("utf8")) body += text;
  received.push({ headers: request.headers, body });
  response.writeHead(refusing ? 500 : 204).end();
}).listen(0, "127.0.0.1");
await once(receiver, "listening");
afterAll(() => receiver.close());

afterEach(() => {
  received = [];
  refusing = false;
});

/** For a busy machine. */
const patience = { timeout: 60_000 };

/** A task that a worker has claimed; `callbackOn` as in createTask. */
async function newTaskWithCallback(caller: KeyContext, callbackOn?: ["waiting"]) {
  const templateName = await newTemplate(system, caller, lateCode({ prompt: "The code from the text message" }));
  const callbackUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  return newHeldTask({ caller, worker, templateName, callbackUrl, callbackOn });
}

type AssignedTask = Awaited<ReturnType<typeof newTaskWithCallback>>;

const deliveriesOf = ({ taskId }: AssignedTask["held"]) =>
  system.db.prisma.delivery.findMany({ where: { taskId }, orderBy: { id: "asc" } });

/** Delivers while the test runs. */
function startDelivering() {
  const over = new AbortController();
  const wake = new Signal();
  const done = deliverCallbacks(() => worker, openResolver(), wake, over.signal);
  return {
    notify: () => wake.notify(),
    async [Symbol.asyncDispose]() {
      over.abort();
      await done;
    },
  };
}

test("each wait that opens sends one signed callback with the question, and the task's end sends another", async () => {
  const ctx = await newCaller(system);
  const { secret } = await rollCallbackSecret({ ctx: system, input: { accountId: ctx.actor.accountId } });
  const { held, take, askAgain } = await newTaskWithCallback(ctx, ["waiting"]);
  await using delivering = startDelivering();
  const next = async (n: number) => {
    await vi.waitFor(() => {
      delivering.notify();
      expect(received).toHaveLength(n);
    }, patience);
    const { headers, body } = received[n - 1] as (typeof received)[number];
    return { id: headers["webhook-id"], body: new Webhook(secret).verify(body, headers as Record<string, string>) };
  };

  await take();
  await take();
  const wait = { name: "code", prompt: "The code from the text message", kind: "text", expiresAt: expect.any(Number) };
  const first = await next(1);
  expect(first.body).toMatchObject({
    errorId: 0,
    taskId: held.taskId,
    status: "processing",
    waitingFor: ["code"],
    waiting: [{ ...wait, attempt: 1, refused: false }],
  });
  await pushVariable({ ctx, input: { taskId: held.taskId, name: "code", value: "349001" } });
  await askAgain(3);
  await take();
  const second = await next(2);
  expect(second.body).toMatchObject({ status: "processing", waiting: [{ ...wait, attempt: 2, refused: true }] });
  await cancelTask({ ctx, input: { taskId: held.taskId } });
  const third = await next(3);
  expect(third.body).toMatchObject({ errorCode: "ERROR_TASK_CANCELED", taskId: held.taskId });
  expect(third.id).toBe(`msg_${held.taskId}_end`);
  expect(new Set([first.id, second.id, third.id]).size).toBe(3);
  await vi.waitFor(
    async () =>
      expect((await deliveriesOf(held)).map(({ event, deliveredAt }) => [event, deliveredAt !== null])).toEqual([
        ["waiting", true],
        ["waiting", true],
        ["end", true],
      ]),
    patience,
  );
});

test("a task that did not ask for it sends none when it waits", async () => {
  const { held, take } = await newTaskWithCallback(await newCaller(system));
  await take();
  expect(await deliveriesOf(held)).toEqual([]);
});

test("a callback about a wait that was answered meanwhile is not sent again", async () => {
  const ctx = await newCaller(system);
  const { held, take } = await newTaskWithCallback(ctx, ["waiting"]);
  refusing = true;
  await take();
  await using delivering = startDelivering();
  await vi.waitFor(async () => {
    delivering.notify();
    expect(await deliveriesOf(held)).toMatchObject([{ attempts: 1, lastProblem: "HTTP 500" }]);
  }, patience);
  refusing = false;
  await pushVariable({ ctx, input: { taskId: held.taskId, name: "code", value: "349001" } });
  const where = { taskId: held.taskId };
  await system.db.prisma.delivery.updateMany({ where, data: { nextAt: new Date() } });
  await vi.waitFor(async () => {
    delivering.notify();
    expect(await deliveriesOf(held)).toMatchObject([{ nextAt: null, deliveredAt: null }]);
  }, patience);
  expect((await deliveriesOf(held))[0]?.lastProblem).toContain("the wait ended before");
  expect(received).toHaveLength(1);
});

test("callbackOn without a callbackUrl is refused", async () => {
  const ctx = await newCaller(system);
  const task = { websiteURL: "http://127.0.0.1/", templateName: await newTemplate(system, ctx) };
  await expect(createTask({ ctx, input: { task, callbackOn: ["waiting"] } })).rejects.toMatchObject({
    code: "ERROR_BAD_REQUEST",
    message: expect.stringContaining("callbackOn needs a callbackUrl"),
  });
});
