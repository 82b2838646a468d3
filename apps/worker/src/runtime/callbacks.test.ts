import { spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { rollCallbackSecret } from "@gatepost/domain/notifications/webhooks";
import type { KeyContext } from "@gatepost/domain/platform/context";
import { heartbeat, ServiceClock } from "@gatepost/domain/platform/heartbeat";
import { Signal } from "@gatepost/domain/platform/signal";
import { newCaller, newTask, newTemplate, newWorker, openTestContext } from "@gatepost/domain/platform/testing";
import { cancelTask } from "@gatepost/domain/tasks/cancel-task";
import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { openResolver } from "../egress/resolve.ts";
import { deliverCallbacks } from "./callbacks.ts";

const system = await openTestContext();
let received: string[] = [];
/** The last request, as received. */
let last: { headers: IncomingHttpHeaders; body: string } | undefined;
/** Requests below /silent, which are answered when their test is over. */
let silent: ServerResponse[] = [];

const receiver = createServer(async (request, response) => {
  if (request.url?.startsWith("/silent")) return silent.push(response);
  let body = "";
  for await (const text of request.setEncoding("utf8")) body += text;
  last = { headers: request.headers, body };
  received.push(request.url ?? "");
  if (request.url === "/once" && received.length === 1) response.statusCode = 500;
  response.end();
}).listen(0, "127.0.0.1");
await once(receiver, "listening");
afterAll(() => receiver.close());

afterEach(() => {
  for (const response of silent) response.end();
  received = [];
  silent = [];
});

/** Less than a silent receiver is waited for. */
const patience = { timeout: 60_000 };

const portOf = (server: Server) => (server.address() as AddressInfo).port;

async function endTasks(ctx: KeyContext, paths: string[], port = portOf(receiver)): Promise<void> {
  const templateName = await newTemplate(system, ctx);
  for (const path of paths) {
    const taskId = await newTask(ctx, templateName, { callbackUrl: `http://127.0.0.1:${port}${path}` });
    await cancelTask({ ctx, input: { taskId } });
  }
}

/** Delivers while the test runs. */
async function startDelivering() {
  const worker = await newWorker(system);
  const over = new AbortController();
  const wake = new Signal();
  const beat = async (seen: number | null) => {
    const answer = await heartbeat({ ctx: worker, input: { seen } });
    if (answer.callbacksDue) wake.notify();
    return answer;
  };
  const clock = new ServiceClock({ beat, report: () => {} });
  const done = deliverCallbacks(() => worker, openResolver(), wake, over.signal);
  return {
    async [Symbol.asyncDispose]() {
      over.abort();
      for (const response of silent) response.end();
      await Promise.all([done, clock.stop()]);
    },
  };
}

test("an account whose receiver is silent delays no other account's callbacks", async () => {
  await endTasks(await newCaller(system), Array(40).fill("/silent"));
  await endTasks(await newCaller(system), ["/a", "/b", "/c"]);
  await using _ = await startDelivering();
  await vi.waitFor(() => expect(received.toSorted()).toEqual(["/a", "/b", "/c"]), patience);
  expect(silent).toHaveLength(4);
});

test("a callback that waits for its receiver does not delay others", async () => {
  const paths = Array.from({ length: 20 }, (_, n) => `/${n}`);
  await endTasks(await newCaller(system), ["/silent/alone", ...paths]);
  await using _ = await startDelivering();
  await vi.waitFor(() => expect(received.toSorted()).toEqual(paths.toSorted()), patience);
  expect(silent.filter(({ req }) => req.url === "/silent/alone")).toHaveLength(1);
});

const rollSecret = async ({ actor: { accountId } }: KeyContext) =>
  (await rollCallbackSecret({ ctx: system, input: { accountId } })).secret;

const verify = (secret: string, { headers, body } = last as NonNullable<typeof last>) =>
  new Webhook(secret).verify(body, headers as Record<string, string>);

test("a callback is signed with its account's secret, and for a day with the one before it", async () => {
  const ctx = await newCaller(system);
  const other = await rollSecret(await newCaller(system));
  const first = await rollSecret(ctx);
  await using _ = await startDelivering();
  await endTasks(ctx, ["/first"]);
  await vi.waitFor(() => expect(received).toEqual(["/first"]), patience);
  expect(verify(first)).toMatchObject({ errorId: 57, errorCode: "ERROR_TASK_CANCELED", taskId: expect.any(Number) });
  expect(() => verify(other)).toThrow("No matching signature");
  // Without the library, as docs/callbacks.md describes it.
  const { headers, body } = last as NonNullable<typeof last>;
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  const hmac = createHmac("sha256", Buffer.from(first.slice("whsec_".length), "base64")).update(signed);
  expect(headers["webhook-signature"]).toBe(`v1,${hmac.digest("base64")}`);
  for (const change of [
    { body: `${body} ` },
    { headers: { ...headers, "webhook-id": "msg_1_end" } },
    { headers: { ...headers, "webhook-timestamp": `${Number(headers["webhook-timestamp"]) + 1}` } },
    { headers: { ...headers, "webhook-signature": "" } },
  ])
    expect(() => verify(first, { headers, body, ...change })).toThrow();

  const second = await rollSecret(ctx);
  await endTasks(ctx, ["/second"]);
  await vi.waitFor(() => expect(received).toEqual(["/first", "/second"]), patience);
  for (const secret of [first, second]) expect(verify(secret)).toMatchObject({ errorId: 57 });
});

test("each attempt of a callback has the same id and a new signature", async () => {
  const ctx = await newCaller(system);
  const secret = await rollSecret(ctx);
  await using _ = await startDelivering();
  await endTasks(ctx, ["/once"]);
  await vi.waitFor(() => expect(received).toEqual(["/once"]), patience);
  const id = last?.headers["webhook-id"];
  expect(id).toMatch(/^msg_\d+_end$/);
  const recorded = { accountId: ctx.actor.accountId, deliveredAt: null, lastProblem: { not: null } };
  await vi.waitFor(async () => {
    const due = await system.db.prisma.delivery.updateMany({ where: recorded, data: { nextAt: new Date() } });
    expect(due.count).toBe(1);
  }, patience);
  await vi.waitFor(() => expect(received).toEqual(["/once", "/once"]), patience);
  expect(last?.headers["webhook-id"]).toBe(id);
  expect(verify(secret)).toMatchObject({ errorId: 57 });
});

test("callbacks of an account that never created a secret are signed with one that nobody was shown", async () => {
  const ctx = await newCaller(system);
  await using _ = await startDelivering();
  await endTasks(ctx, ["/unseen"]);
  await vi.waitFor(() => expect(received).toEqual(["/unseen"]), patience);
  expect(last?.headers["webhook-signature"]).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/);
});

test("a callback whose secret cannot be decrypted is not sent, and its record says why", async () => {
  const ctx = await newCaller(system);
  const { accountId } = ctx.actor;
  await rollSecret(ctx);
  await system.db.pool.query("update callback_secret set secret = '\\x00' where account_id = $1", [accountId]);
  await using _ = await startDelivering();
  await endTasks(ctx, ["/unsigned"]);
  const problem = async () => (await system.db.prisma.delivery.findFirst({ where: { accountId } }))?.lastProblem;
  await vi.waitFor(async () => expect(await problem()).toContain("signing secret cannot be decrypted"), patience);
  expect(received).toEqual([]);
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
  const port = await vi.waitFor(() => Number(/port (\d+)/.exec(said)?.[1] ?? expect.fail(said)), patience);
  const forged = { method: "POST", body: '{"taskId":1,"status":"ready"}' };
  expect((await fetch(`http://127.0.0.1:${port}/`, forged)).status).toBe(400);
  const headers = { "webhook-id": "msg_1_end", "webhook-timestamp": String(Math.floor(Date.now() / 1_000)) };
  const guessed = { ...headers, "webhook-signature": `v1,${"A".repeat(43)}=` };
  expect((await fetch(`http://127.0.0.1:${port}/`, { ...forged, headers: guessed })).status).toBe(400);
  await using _ = await startDelivering();
  await endTasks(ctx, ["/"], port);
  await vi.waitFor(() => expect(said).toMatch(/Task \d+: ERROR_TASK_CANCELED/), patience);
  expect(said).not.toContain("Task 1:");
  child.kill();
});
