import { limits } from "@gatepost/contract/limits";
import { expect, test } from "vitest";
import { newAccount } from "../factories.ts";
import { type Answer, expectError, expectSuccess, read } from "./call.ts";
import { expectPushed, openPush } from "./push-setup.ts";

/** waitSeconds of getTaskResult: docs/contract.md, section 6. */

const { call, clientKey, database, newTask, newWaitingTask, operator, push, resultOf, url, worker } = await openPush();

const held = (taskId: number, body: object = {}): Promise<Answer> =>
  call("getTaskResult", { clientKey, taskId, waitSeconds: 55, ...body });

/** Resolves when the web process looks at this many held calls, which it does once a second. */
async function untilHeld(count: number): Promise<void> {
  const { rows } = await operator.db.pool.query("select tick from service_clock");
  // What is sent before two ticks have passed is held by then.
  await expect
    .poll(async () => (await operator.db.pool.query("select tick from service_clock")).rows[0].tick, {
      timeout: 60_000,
    })
    .toBeGreaterThan(rows[0].tick + Math.min(2, count));
}

test("a held call is answered when the task begins to wait, when the wait is over, and when the task ends", async () => {
  const taskId = await newTask();
  const { version } = await resultOf(taskId);
  const task = await worker.claim(taskId);
  const waits = held(taskId, { sinceVersion: version });
  await worker.begin(task, 1);
  await worker.take(task, "code", 60);
  const waiting = await waits;
  expectSuccess(waiting, "getTaskResult");
  expect(waiting.body).toMatchObject({ status: "processing", waitingFor: ["code"] });

  const passed = held(taskId, { sinceVersion: waiting.body.version });
  expectPushed(await push(taskId, "349001"));
  expect((await passed).body).toMatchObject({ status: "processing", waitingFor: [] });

  const ended = held(taskId);
  await worker.finish(task);
  expect((await ended).body).toMatchObject({ status: "ready" });
});

test("without news the call is answered after waitSeconds, and a call without waitSeconds at once", async () => {
  const { taskId } = await newWaitingTask();
  const began = performance.now();
  const answer = await held(taskId, { waitSeconds: 1 });
  expect(performance.now() - began).toBeGreaterThanOrEqual(990);
  expect(answer.body).toEqual({ ...(await held(taskId, { waitSeconds: 0 })).body, waiting: [expect.any(Object)] });
});

test("more held calls than an account may have are refused, and a client that disconnects gives its place back", async () => {
  const busy = await newAccount(operator, { balance: 1 });
  const { taskId } = await newWaitingTask();
  const gone = new AbortController();
  const open = Array.from({ length: limits.heldCalls }, () => {
    const body = JSON.stringify({ clientKey, taskId, waitSeconds: 55 });
    return fetch(`${url}/getTaskResult`, { method: "POST", body, signal: gone.signal }).then(read);
  });
  const left = Promise.allSettled(open);
  await untilHeld(open.length);
  const refused = await held(taskId);
  expectError(refused, "ERROR_TOO_MANY_REQUESTS");
  expect(refused.headers.get("retry-after")).toBe("1");
  expect(refused.body.errorDescription).toContain("20 calls with waitSeconds");
  const other = { clientKey: busy.clientKey, taskId, waitSeconds: 55 };
  expectError(await call("getTaskResult", other), "ERROR_NO_SUCH_CAPCHA_ID");

  gone.abort();
  await left;
  await expect.poll(async () => (await held(taskId, { waitSeconds: 1 })).body.errorId, { timeout: 60_000 }).toBe(0);
});

test("while calls are held, they use no database connection", async () => {
  const { taskId } = await newWaitingTask();
  const gone = new AbortController();
  const left = Promise.allSettled(
    Array.from({ length: limits.heldCalls }, () =>
      fetch(`${url}/getTaskResult`, {
        method: "POST",
        body: JSON.stringify({ clientKey, taskId, waitSeconds: 55 }),
        signal: gone.signal,
      }),
    ),
  );
  await untilHeld(limits.heldCalls);
  const { rows } = await operator.db.pool.query(
    `select count(*)::int as busy from pg_stat_activity
      where datname = $1 and application_name = 'gatepost web' and state like 'idle in transaction%'`,
    [new URL(database.url).pathname.slice(1)],
  );
  expect(rows).toEqual([{ busy: 0 }]);
  gone.abort();
  await left;
});
