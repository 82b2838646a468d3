import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { errorCodes } from "@gatepost/contract/errors";
import { waitForIt } from "@gatepost/contract/limits";
import { endLease } from "@gatepost/domain/platform/testing";
import { recoverTasks } from "@gatepost/domain/tasks/keep-recovering";
import { expect, test } from "vitest";
import { shareHeader } from "../../apps/web/src/trpc/transport.ts";
import { root } from "../checks.ts";
import { newAccount, newApplication } from "../factories.ts";
import { changePortal, newEmail, password } from "../portal-session.ts";
import { newTaskBody, taskMaker } from "./bodies.ts";
import { expectError, expectSuccess, post } from "./call.ts";
import { openTestWorker } from "./test-worker.ts";
import { openCuttable } from "./wire.ts";

/** An installation that is soon full, at 5 calls a second and a burst of 50, and whose database can be cut off. */
const {
  installation,
  operator: own,
  relay,
} = await openCuttable({
  rates: "default",
  env: { GATEPOST_MAX_BACKLOG: "2", GATEPOST_RATE_LIMIT: "5/50", GATEPOST_TRUSTED_PROXIES: "127.0.0.1" },
});

test("U4: every error is provoked by a check of packages/conformance, or here", () => {
  const checks = globSync("packages/conformance/src/checks/*.ts", { cwd: root });
  const texts = checks.map((file) => readFileSync(join(root, file), "utf8")).join();
  const here = readFileSync(import.meta.filename, "utf8");
  const missing = errorCodes.filter((code) => !texts.includes(`"${code}"`) && !here.includes(`test("${code}: `));
  expect(missing).toEqual([]);
});

/** A task that a worker of its own runs. */
async function runningTask() {
  const account = await newAccount(own);
  const worker = await openTestWorker(own);
  const newTask = await taskMaker((method, body) => post(installation.url, method, body), own, account);
  const task = await worker.claim(await newTask());
  const result = () => post(installation.url, "getTaskResult", { clientKey: account.clientKey, taskId: task.taskId });
  return { worker, task, result };
}

test("ERROR_TASK_TIMEOUT: a task exceeded its time limit", async () => {
  const { worker, task, result } = await runningTask();
  await worker.fail(task, "ERROR_TASK_TIMEOUT");
  await worker.retire();
  expectError(await result(), "ERROR_TASK_TIMEOUT");
});

test("a task that ended with our fault is a result like others, because the call itself did not fail", async () => {
  const { worker, task, result } = await runningTask();
  await worker.fail(task, "ERROR_INTERNAL");
  await worker.retire();
  expectError(await result(), "ERROR_INTERNAL", 200);
});

test("ERROR_WORKER_LOST: a worker died after a step that may have submitted something", async () => {
  const { worker, task, result } = await runningTask();
  await worker.begin(task, 3, true);
  await endLease(own, worker.workerId);
  await recoverTasks({ ctx: own });
  expectError(await result(), "ERROR_WORKER_LOST");
});

test("ERROR_NO_SLOT_AVAILABLE: no worker is idle, and the backlog at or above the caller's bid is full", async () => {
  const low = (await newTaskBody(own, await newAccount(own, { bid: 0.002 })))();
  const high = (await newTaskBody(own, await newAccount(own, { bid: 0.01 })))();
  const create = (request: unknown) => post(installation.url, "createTask", request);
  expectSuccess(await create(low), "createTask");
  expectSuccess(await create(low), "createTask");
  expectError(await create(low), "ERROR_NO_SLOT_AVAILABLE");
  expectSuccess(await create(high), "createTask");
  expectSuccess(await create(high), "createTask");
  expectError(await create(high), "ERROR_NO_SLOT_AVAILABLE");
  const idle = await openTestWorker(own, { slots: 1 });
  expectSuccess(await create(low), "createTask");
  await idle.retire();
  expectError(await create(low), "ERROR_NO_SLOT_AVAILABLE");
});

test("ERROR_INTERNAL: our fault, with a reference and never an inner detail", async () => {
  const { clientKey } = await newAccount(own);
  await own.db.pool.query("alter table task rename to mislaid");
  const answer = await post(installation.url, "getTaskResult", { clientKey, taskId: 1 });
  await own.db.pool.query("alter table mislaid rename to task");
  expectError(answer, "ERROR_INTERNAL", 500);
  expect(answer.text).not.toMatch(/mislaid|relation|select|task_|42P01|\bat \//i);
  const requestId = answer.headers.get("x-request-id");
  expect(answer.body.errorDescription).toContain(`reference ${requestId} `);
  const [line, ...others] = linesOf(installation.log()).filter((one) => one.requestId === requestId);
  expect(line).toMatchObject({ event: "fault", method: "getTaskResult", cause: { code: "42P01" } });
  expect(others).toEqual([]);
  expectError(await post(installation.url, "getTaskResult", { clientKey, taskId: 1 }), "ERROR_NO_SUCH_CAPCHA_ID");
});

test("a failed page and a failed call of the portal have the reference of their log lines too", async () => {
  const softId = await newApplication(own, await newAccount(own));
  const { url } = installation;
  await own.db.pool.query("alter table application rename to mislaid");
  const page = await fetch(`${url}/apps/${softId}`);
  // The first fails before its procedure is called.
  const reading = await fetch(`${url}/api/trpc/stats.outcomes`, { headers: { [shareHeader]: "x".repeat(32) } });
  await own.db.pool.query("alter table mislaid rename to application; alter table portal_user rename to mislaid");
  const change = await changePortal(url, "/api/trpc/account.signUp", { json: { email: newEmail(), password } });
  await own.db.pool.query("alter table mislaid rename to portal_user");
  const lineOf = ({ headers }: Response) =>
    linesOf(installation.log()).find(
      ({ requestId, level }) => level === "error" && requestId === headers.get("x-request-id"),
    );
  expect(page.status).toBe(500);
  expect(lineOf(page)).toMatchObject({ event: "page failed", digest: expect.stringMatching(/./) });
  for (const call of [reading, change]) {
    expect(call.status).toBe(500);
    expect(lineOf(call)).toMatchObject({ event: "trpc", level: "error" });
    expect(await call.text()).toContain(`the reference ${call.headers.get("x-request-id")}.`);
  }
});

test("ERROR_SERVICE_UNAVAILABLE: while the database is unavailable, with Retry-After, for every method; and then it recovers", {
  timeout: 30_000,
}, async () => {
  const poorer = await newAccount(own);
  const softId = await newApplication(own, poorer);
  const { clientKey } = poorer;
  relay.cut();
  for (const [method, request] of [
    ["getBalance", { clientKey }],
    ["getTaskResult", { clientKey, taskId: 1 }],
    ["getAppStats", { clientKey, softId }],
    ["pushAntiGateVariable", { clientKey, taskId: 1, name: "code", value: 1 }],
    [
      "createTask",
      {
        clientKey,
        task: {
          type: "AntiGateTask",
          websiteURL: "https://example.org",
          templateName: "x",
          variables: { x: waitForIt },
        },
      },
    ],
  ] as const) {
    const answer = await post(installation.url, method, request);
    expectError(answer, "ERROR_SERVICE_UNAVAILABLE", 503);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
  }
  expect((await fetch(`${installation.url}/healthz`)).status).toBe(200);
  // It says what the last heartbeat of its process found, and the first one after the cut may be a second away.
  const ready = async () => {
    const answer = await fetch(`${installation.url}/readyz`);
    return { status: answer.status, body: await answer.json() };
  };
  await expect.poll(ready).toMatchObject({
    status: 503,
    body: { database: false, reason: expect.stringContaining("PostgreSQL") },
  });
  relay.restore();
  await expect
    .poll(async () => (await post(installation.url, "getBalance", { clientKey })).body)
    .toEqual({ errorId: 0, balance: 10 });
});

/** As the proxy in front of it passes a call on. */
const ask = (clientKey: string, address: string) =>
  post(installation.url, "getBalance", { clientKey }, { "x-forwarded-for": address });
const many = <Result>(count: number, each: (n: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, n) => each(n)));

test("ERROR_TOO_MANY_REQUESTS: over the rate, with Retry-After; who waits as long is served again", async () => {
  const { clientKey } = await newAccount(own);
  const answers = await many(200, () => ask(clientKey, "203.0.113.1"));
  const refused = answers.filter(({ status }) => status !== 200);
  expect(answers.length - refused.length).toBeGreaterThanOrEqual(50);
  // S6, in rates.test.ts, counts them. Where the database takes half a second to answer, the process limits by itself.
  expect(refused.length).toBeGreaterThan(50);
  for (const answer of refused) {
    expectError(answer, "ERROR_TOO_MANY_REQUESTS", 429);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
  }
  await expect.poll(async () => (await ask(clientKey, "203.0.113.1")).status, { interval: 250 }).toBe(200);
});

/** What a process has logged, without its sentences. */
function linesOf(log: string): Record<string, unknown>[] {
  return log.split("\n").flatMap((line) => (line.startsWith("{") ? JSON.parse(line) : []));
}
