import { advanceClock, endLease } from "@gatepost/domain/platform/testing";
import { expireQueuedTasks, recoverTasks } from "@gatepost/domain/tasks/keep-recovering";
import { returnTask } from "@gatepost/domain/tasks/return-task";
import { beforeAll, expect, test } from "vitest";
import { newAccount, newTemplate } from "../factories.ts";
import { taskMaker } from "./bodies.ts";
import { expectError, expectSuccess } from "./call.ts";
import { openTestWorker, type TestWorker } from "./test-worker.ts";
import { openWire } from "./wire.ts";

/** Task states as a caller sees them: docs/contract.md, section 4. */

const { operator, call } = openWire();
const account = await newAccount(operator, { balance: 100 });
const { clientKey } = account;
const newTask = await taskMaker(call, operator, account);
const resultOf = (taskId: number) => call("getTaskResult", { clientKey, taskId });
const push = (taskId: number, value: unknown) =>
  call("pushAntiGateVariable", { clientKey, taskId, name: "code", value });
const variableOf = async (taskId: number) => (await operator.db.prisma.variable.findMany({ where: { taskId } }))[0];
let worker: TestWorker;
beforeAll(async () => {
  worker = await openTestWorker(operator);
});

test("queued, running, waiting, running, ready: each is seen as it is", async () => {
  const taskId = await newTask();
  const seen = async () => (await resultOf(taskId)).body;
  expect(await seen()).toMatchObject({ status: "processing", waitingFor: [], progress: { step: 0, of: 3, type: "" } });

  const task = await worker.claim(taskId);
  await worker.begin(task, 1);
  expect(await seen()).toMatchObject({ waitingFor: [], progress: { step: 1, type: "WAIT_FOR_VARIABLE_VALUE" } });
  await worker.take(task, "code");
  const waiting = await resultOf(taskId);
  expectSuccess(waiting, "getTaskResult");
  expect(waiting.body).toMatchObject({ waitingFor: ["code"], progress: { step: 1 } });
  const now = Date.now() / 1_000;
  expect(waiting.body.waiting).toEqual([
    {
      name: "code",
      prompt: "",
      kind: "text",
      attempt: 1,
      refused: false,
      live: true,
      since: expect.any(Number),
      expiresAt: expect.any(Number),
    },
  ]);
  expect(Math.abs(waiting.body.waiting[0].since - now)).toBeLessThan(120);
  expect(waiting.body.waiting[0].expiresAt).toBeGreaterThan(now);
  await push(taskId, "349001");
  await worker.take(task, "code");
  expect(await seen()).toMatchObject({ waitingFor: [] });
  await worker.begin(task, 2);
  expect(await seen()).toMatchObject({ progress: { step: 2, type: "FILL_INPUT" } });
  await worker.finish(task);
  expectSuccess(await resultOf(taskId), "getTaskResult");
  expect(await seen()).toMatchObject({ status: "ready" });
});

test("a late variable is awaited, then supplied, then taken", async () => {
  const taskId = await newTask();
  expect(await variableOf(taskId)).toMatchObject({ state: "awaited" });
  await push(taskId, "349001");
  expect(await variableOf(taskId)).toMatchObject({ state: "supplied", length: 6 });
  const task = await worker.claim(taskId);
  await worker.begin(task, 1);
  await worker.take(task, "code");
  expect(await variableOf(taskId)).toMatchObject({ state: "taken" });
});

test("with the task's end all values are wiped; name, times and length stay", async () => {
  const taskId = await newTask();
  await push(taskId, "349001");
  const task = await worker.claim(taskId);
  await worker.begin(task, 1);
  await worker.take(task, "code");
  await worker.finish(task);
  expect(await variableOf(taskId)).toMatchObject({
    name: "code",
    value: null,
    fingerprint: null,
    length: 6,
    suppliedAt: expect.any(Date),
    takenAt: expect.any(Date),
  });
  expect(await operator.db.prisma.task.findUniqueOrThrow({ where: { id: taskId } })).toMatchObject({ given: null });
});

test.for(["ready", "failed"])("%s is final", async (end) => {
  const taskId = await newTask();
  const task = await worker.claim(taskId);
  if (end === "ready") await worker.finish(task);
  else await worker.fail(task, "ERROR_STEP_FAILED");
  const before = await resultOf(taskId);
  expect(await worker.finish(task)).toEqual({ status: "gone" });
  expect(await worker.fail(task, "ERROR_TASK_TIMEOUT")).toEqual({ status: "gone" });
  expect(await worker.begin(task, 3)).toBe(false);
  expect((await resultOf(taskId)).text).toBe(before.text);
});

test("a value that was taken is there for the next worker when nothing was submitted yet", async () => {
  const taskId = await newTask();
  await push(taskId, "349001");
  const first = await worker.claim(taskId);
  await worker.begin(first, 1);
  await worker.take(first, "code");
  const ctx = { ...operator, actor: { kind: "worker", workerId: worker.workerId } as const };
  expect(await returnTask({ ctx, input: first })).toBe(true);
  expect(await variableOf(taskId)).toMatchObject({ state: "supplied" });

  const second = await worker.claim(taskId);
  expect(second.fence).toBeGreaterThan(first.fence);
  expect(await worker.begin(first, 2), "the old fence changes nothing").toBe(false);
  expect(await worker.take(first, "code")).toEqual({ status: "gone" });
  await worker.begin(second, 1);
  expect(await worker.take(second, "code")).toEqual({ status: "taken", value: "349001" });
  await worker.finish(second);
  expect((await resultOf(taskId)).body).toMatchObject({ status: "ready", solveCount: 2 });
});

async function tickNow(): Promise<number> {
  return (await operator.db.prisma.serviceClock.findFirstOrThrow()).tick;
}

/** As after kill -9: the lease runs out, and whoever comes by takes over. */
async function lose(worker: TestWorker): Promise<void> {
  await endLease(operator, worker.workerId);
  await recoverTasks({ ctx: operator });
}

test("a lost worker's task is queued again while nothing may have been submitted", async () => {
  const unlucky = await openTestWorker(operator);
  const taskId = await newTask();
  const task = await unlucky.claim(taskId);
  await unlucky.begin(task, 1);
  await unlucky.take(task, "code");
  await lose(unlucky);
  expect((await resultOf(taskId)).body).toMatchObject({ status: "processing", waitingFor: [], progress: { step: 0 } });
  expect(await unlucky.finish(task)).toEqual({ status: "gone" });
  await worker.finish(await worker.claim(taskId));
  expect((await resultOf(taskId)).body).toMatchObject({ status: "ready", solveCount: 2 });
});

test("a lost worker's task has failed where repeating could submit something twice", async () => {
  const unlucky = await openTestWorker(operator);
  const taskId = await newTask();
  const task = await unlucky.claim(taskId);
  await unlucky.begin(task, 3, true);
  await lose(unlucky);
  expectError(await resultOf(taskId), "ERROR_WORKER_LOST");
});

test("a task's time limit runs from its first claim, and a second one does not move it", async () => {
  const templateName = await newTemplate(operator, account, [{ type: "TAKE_SCREENSHOT" }], { timeout: 100 });
  const taskId = await newTask({ templateName, variables: {} });
  await operator.db.pool.query("update task set queued_tick = queued_tick - 50 where id = $1", [taskId]);
  const from = await tickNow();
  const first = await worker.claim(taskId);
  expect(first.deadlineTick).toBeGreaterThan(from + 100);
  expect(first.deadlineTick).toBeLessThanOrEqual((await tickNow()) + 101);
  await advanceClock(operator, 40);
  const ctx = { ...operator, actor: { kind: "worker", workerId: worker.workerId } as const };
  await returnTask({ ctx, input: first });
  expect((await worker.claim(taskId)).deadlineTick).toBe(first.deadlineTick);
});

test("a template that says nothing gives its tasks 15 minutes", async () => {
  const taskId = await newTask();
  const from = await tickNow();
  const { deadlineTick } = await worker.claim(taskId);
  expect(deadlineTick).toBeGreaterThan(from + 900);
  expect(deadlineTick).toBeLessThanOrEqual((await tickNow()) + 901);
});

test("a task that nobody claimed for an hour ends as ERROR_NO_SLOT_AVAILABLE, and its price is released", async () => {
  const account = await newAccount(operator, { balance: 1, bid: 0.37 });
  const taskId = await (await taskMaker(call, operator, account))();
  await operator.db.pool.query("update task set queued_tick = queued_tick - 3602 where id = $1", [taskId]);
  await expireQueuedTasks({ ctx: operator });
  expectError(await call("getTaskResult", { clientKey: account.clientKey, taskId }), "ERROR_NO_SLOT_AVAILABLE");
  expect((await call("getBalance", { clientKey: account.clientKey })).body.balance).toBe(1);
});
