import { spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { createEndpoint, listDeliveries, rollCallbackSecret } from "@gatepost/domain/notifications/webhooks";
import type { KeyContext } from "@gatepost/domain/platform/context";
import { heartbeat, ServiceClock } from "@gatepost/domain/platform/heartbeat";
import { newHeldTask } from "@gatepost/domain/platform/held-task-testing";
import { Signal } from "@gatepost/domain/platform/signal";
import {
  lateCode,
  newCaller,
  newSession,
  newTask,
  newTemplate,
  newWorker,
  openTestContext,
} from "@gatepost/domain/platform/testing";
import { cancelTask } from "@gatepost/domain/tasks/cancel-task";
import { createTask } from "@gatepost/domain/tasks/create-task";
import { pushVariable } from "@gatepost/domain/waits/answer-wait";
import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, expect, test } from "vitest";
import { openResolver } from "../egress/resolve.ts";
import { listen } from "../testing/test-proxy.ts";
import { deliverCallbacks } from "./callbacks.ts";

const system = await openTestContext();
let received: { path: string; headers: IncomingHttpHeaders; body: string }[] = [];
const paths = () => received.map(({ path }) => path);
/** Requests below /silent, which are answered when their test is over. */
let silent: ServerResponse[] = [];
let refusing = false;

const receiver = createServer(async (request, response) => {
  const { url: path = "", headers } = request;
  if (path.startsWith("/silent")) return silent.push(response);
  const body = await text(request);
  received.push({ path, headers, body });
  if (refusing || (path === "/once" && received.length === 1)) response.statusCode = 500;
  response.end(`You sent ${body}\u0000`);
});
const port = await listen(receiver);
afterAll(() => {
  receiver.closeAllConnections();
  receiver.close();
});

afterEach(() => {
  for (const response of silent) response.end();
  [received, silent, refusing] = [[], [], false];
});

const urlOf = (path: string, ofPort = port) => `http://127.0.0.1:${ofPort}${path}`;

async function endTasks(ctx: KeyContext, all: string[], ofPort?: number): Promise<void> {
  const templateName = await newTemplate(system, ctx);
  for (const path of all) {
    const taskId = await newTask(ctx, templateName, { callbackUrl: urlOf(path, ofPort) });
    await cancelTask({ ctx, input: { taskId } });
  }
}

/** Delivers while the test runs, by so many workers. */
async function startDelivering(workers = 1) {
  const over = new AbortController();
  const start = async () => {
    const worker = await newWorker(system);
    const wake = new Signal();
    const beat = async (seen: number | null) => {
      const answer = await heartbeat({ ctx: worker, input: { seen } });
      if (answer.callbacksDue) wake.notify();
      return answer;
    };
    const clock = new ServiceClock({ beat, report: () => {} });
    return { clock, done: deliverCallbacks(() => worker, openResolver(), wake, over.signal) };
  };
  const started = await Promise.all(Array.from({ length: workers }, start));
  return {
    async [Symbol.asyncDispose]() {
      over.abort();
      for (const response of silent) response.end();
      await Promise.all(started.flatMap(({ clock, done }) => [done, clock.stop()]));
    },
  };
}

/** A task that a worker has claimed; `more` as in createTask. */
async function heldTask(caller: KeyContext, more: { callbackUrl?: string; callbackOn?: ["waiting"] } = {}) {
  const templateName = await newTemplate(system, caller, lateCode({ prompt: "The code from the text message" }));
  const worker = await newWorker(system);
  // It sends no heartbeats, and the clock goes on.
  await system.db.pool.query("update worker set lease_tick = 2147483647 where id = $1", [worker.actor.workerId]);
  return newHeldTask({ caller, worker, templateName, ...more });
}

test("a receiver that is silent delays neither its account's other callbacks nor another account's", async () => {
  const others = ["/a", "/b", "/c", "/d", "/e"];
  await endTasks(await newCaller(system), Array(20).fill("/silent"));
  await endTasks(await newCaller(system), ["/silent/alone", ...others]);
  await using _ = await startDelivering();
  await expect.poll(() => paths().toSorted()).toEqual(others);
  expect(silent.map(({ req }) => req.url).toSorted()).toEqual([...Array(4).fill("/silent"), "/silent/alone"]);
});

const rollSecret = async ({ actor: { accountId } }: KeyContext) =>
  (await rollCallbackSecret({ ctx: system, input: { accountId } })).secret;

/** The last request, verified. */
function verify(secret: string) {
  const { headers, body } = received.at(-1) ?? expect.fail("nothing was received");
  return new Webhook(secret).verify(body, headers as Record<string, string>);
}

test("each attempt of a callback has the same id, and is signed with its account's secret, and for a day with the one before it", async () => {
  const ctx = await newCaller(system);
  const other = await rollSecret(await newCaller(system));
  const first = await rollSecret(ctx);
  await using _ = await startDelivering();
  await endTasks(ctx, ["/once"]);
  await expect.poll(paths).toEqual(["/once"]);
  expect(verify(first)).toMatchObject({ errorId: 57, errorCode: "ERROR_TASK_CANCELED", taskId: expect.any(Number) });
  expect(() => verify(other)).toThrow("No matching signature");
  // Without the library, as docs/callbacks.md describes it.
  const { headers, body } = received[0] ?? expect.fail("nothing was received");
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  const hmac = createHmac("sha256", Buffer.from(first.slice("whsec_".length), "base64")).update(signed);
  expect(headers["webhook-signature"]).toBe(`v1,${hmac.digest("base64")}`);
  expect(headers["webhook-id"]).toMatch(/^msg_\d+_end$/);

  const second = await rollSecret(ctx);
  const recorded = { accountId: ctx.actor.accountId, deliveredAt: null, lastProblem: { not: null } };
  const retry = async () =>
    (await system.db.prisma.delivery.updateMany({ where: recorded, data: { nextAt: new Date() } })).count;
  await expect.poll(retry).toBe(1);
  await expect.poll(paths).toEqual(["/once", "/once"]);
  expect(received[1]?.headers["webhook-id"]).toBe(headers["webhook-id"]);
  for (const secret of [first, second]) expect(verify(secret)).toMatchObject({ errorId: 57 });
});

test("U6: the receiver in docs/examples accepts what Gatepost signed and refuses everything else", async () => {
  const ctx = await newCaller(system);
  const example = join(import.meta.dirname, "../../../../docs/examples/receive-callback.mjs");
  const [, code = ""] = /^(import [\s\S]*)$/m.exec(readFileSync(example, "utf8")) ?? [];
  expect(readFileSync(join(import.meta.dirname, "../../../../docs/callbacks.md"), "utf8")).toContain(code);
  const env = { ...process.env, PORT: "0", CALLBACK_SECRET: await rollSecret(ctx) };
  const child = spawn(process.execPath, [example], { env, stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  const portOf = () => Number(/port (\d+)/.exec(said)?.[1]);
  await expect.poll(portOf).toBeGreaterThan(0);
  const forged = { method: "POST", body: '{"taskId":1,"status":"ready"}' };
  expect((await fetch(urlOf("/", portOf()), forged)).status).toBe(400);
  const headers = { "webhook-id": "msg_1_end", "webhook-timestamp": String(Math.floor(Date.now() / 1_000)) };
  const guessed = { ...headers, "webhook-signature": `v1,${"A".repeat(43)}=` };
  expect((await fetch(urlOf("/", portOf()), { ...forged, headers: guessed })).status).toBe(400);
  await using _ = await startDelivering();
  await endTasks(ctx, ["/"], portOf());
  await expect.poll(() => said).toMatch(/Task \d+: ERROR_TASK_CANCELED/);
  expect(said).not.toContain("Task 1:");
  child.kill();
});

const onWaiting = { callbackUrl: urlOf("/"), callbackOn: ["waiting"] as ["waiting"] };
const deliveriesOf = ({ taskId }: { taskId: number }) =>
  system.db.prisma.delivery.findMany({ where: { taskId }, orderBy: { id: "asc" } });

test("with callbackOn, each wait that opens sends one signed callback with the question, but not again once it was answered, and the task's end sends another", async () => {
  const ctx = await newCaller(system);
  const secret = await rollSecret(ctx);
  const silent = await heldTask(ctx, { callbackUrl: urlOf("/") });
  await silent.take();
  expect(await deliveriesOf(silent.held), "which it did not ask for").toEqual([]);
  const { held, take, askAgain } = await heldTask(ctx, onWaiting);
  const { taskId } = held;
  await using _ = await startDelivering();
  const next = async (n: number) => {
    await expect.poll(() => received).toHaveLength(n);
    return { id: received[n - 1]?.headers["webhook-id"], body: verify(secret) };
  };

  refusing = true;
  await take();
  await take();
  const wait = {
    name: "code",
    prompt: "The code from the text message",
    kind: "text",
    expiresAt: expect.any(Number),
  };
  const first = await next(1);
  expect(first.body).toMatchObject({
    errorId: 0,
    taskId,
    status: "processing",
    waitingFor: ["code"],
    waiting: [{ ...wait, attempt: 1, refused: false }],
  });
  await expect.poll(() => deliveriesOf(held)).toMatchObject([{ attempts: 1, lastProblem: "HTTP 500" }]);
  refusing = false;
  await pushVariable({ ctx, input: { taskId, name: "code", value: "349001" } });
  await system.db.prisma.delivery.updateMany({ where: { taskId }, data: { nextAt: new Date() } });
  const lastProblem = expect.stringContaining("the wait ended before");
  await expect.poll(() => deliveriesOf(held)).toMatchObject([{ nextAt: null, deliveredAt: null, lastProblem }]);

  await askAgain(3);
  await take();
  const second = await next(2);
  expect(second.body).toMatchObject({ status: "processing", waiting: [{ ...wait, attempt: 2, refused: true }] });
  await cancelTask({ ctx, input: { taskId } });
  const third = await next(3);
  expect(third.body).toMatchObject({ errorCode: "ERROR_TASK_CANCELED", taskId });
  expect(third.id).toBe(`msg_${taskId}_end`);
  expect(new Set([first.id, second.id, third.id]).size).toBe(3);
  const delivered = async () => (await deliveriesOf(held)).map((one) => [one.event, one.deliveredAt !== null]);
  await expect.poll(delivered).toEqual([
    ["waiting", false],
    ["waiting", true],
    ["end", true],
  ]);
});

test("callbackOn without a callbackUrl is refused, and every address that cannot be used is named", async () => {
  const ctx = await newCaller(system);
  const templateName = await newTemplate(system, ctx);
  const task = { websiteURL: "http://127.0.0.1/", templateName };
  await expect(createTask({ ctx, input: { task, callbackOn: ["waiting"] } })).rejects.toMatchObject({
    code: "ERROR_BAD_REQUEST",
    message: expect.stringContaining("callbackOn needs a callbackUrl"),
  });
  const closed = {
    task: { ...task, websiteURL: "http://169.254.169.254/" },
    callbackUrl: "http://ada:secret@10.0.0.1/",
  };
  await expect(createTask({ ctx, input: closed })).rejects.toMatchObject({
    code: "ERROR_WEBSITE_NOT_ALLOWED",
    message: expect.stringMatching(/^task\.websiteURL is on .* callbackUrl is on .* callbackUrl must not hold a user/),
  });
});

test("a program's endpoint verifies each event by Standard Webhooks; what it answered is listed, without the link", async () => {
  const caller = await newCaller(system);
  const { accountId } = caller.actor;
  const session = newSession(caller);
  const input = {
    accountId,
    url: urlOf("/program"),
    format: "standard" as const,
    events: ["waiting", "failed"] as const,
    linkOrigin: "https://gatepost.example.com",
  };
  const { endpointId, secret } = await createEndpoint({ ctx: session, input });
  const deliveries = async () => (await listDeliveries({ ctx: session, input: { accountId, endpointId } })).items;
  const { held, take } = await heldTask(caller);
  const { taskId } = held;
  expect(await take()).toMatchObject({ status: "waiting" });
  await using _ = await startDelivering(2);
  await expect.poll(deliveries).toMatchObject([{ deliveredAt: expect.any(Date), status: 200 }]);
  expect(received).toHaveLength(1);
  expect(verify(secret)).toMatchObject({
    type: "task.waiting",
    data: { taskId, answerUrl: expect.stringMatching(/^https:\/\/gatepost\.example\.com\/answer\/[\w-]{32}$/) },
  });
  const [listed] = await deliveries();
  expect(listed?.excerpt).toContain("You sent");
  expect(listed?.excerpt).toContain("/answer/…");
  expect(listed?.excerpt).not.toMatch(/\/answer\/\w/);

  await cancelTask({ ctx: caller, input: { taskId } });
  await expect.poll(() => received).toHaveLength(2);
  expect(verify(secret)).toMatchObject({ type: "task.failed", data: { taskId } });
});
