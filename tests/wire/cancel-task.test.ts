import { beforeAll, expect, test } from "vitest";
import { newAccount, newApplication } from "../factories.ts";
import { noTask, taskMaker } from "./bodies.ts";
import { expectError, expectSuccess } from "./call.ts";
import { openTestWorker, type TestWorker } from "./test-worker.ts";
import { openWire } from "./wire.ts";

/** cancelTask: docs/contract.md, section 6. */

const { operator, call } = openWire();
const account = await newAccount(operator, { balance: 1, bid: 0.01 });
const { clientKey } = account;
const newTask = await taskMaker(call, operator, account);
const cancel = (taskId: number, reason?: unknown) => call("cancelTask", { clientKey, taskId, reason });
const resultOf = (taskId: number) => call("getTaskResult", { clientKey, taskId });
const balance = async () => (await call("getBalance", { clientKey })).body.balance as number;
let worker: TestWorker;
beforeAll(async () => {
  worker = await openTestWorker(operator);
});

test.for(["queued", "running", "waiting"])("a task that is %s ends, and its price comes back", async (state) => {
  const before = await balance();
  const taskId = await newTask();
  const task = state === "queued" ? undefined : await worker.claim(taskId);
  if (task) await worker.begin(task, 1);
  if (task && state === "waiting") await worker.take(task, "code");
  const answer = await cancel(taskId);
  expectSuccess(answer, "cancelTask");
  expect(answer.text).toBe('{"errorId":0,"status":"success"}');
  expectError(await resultOf(taskId), "ERROR_TASK_CANCELED");
  expect(await balance()).toBe(before);
  if (task) expect(await worker.finish(task), "the worker's word comes too late").toEqual({ status: "gone" });
});

test("the reason is in the task's error", async () => {
  const taskId = await newTask();
  await cancel(taskId, "The person declined to answer.");
  expect((await resultOf(taskId)).body.errorDescription).toContain("The person declined to answer.");
});

test("a repeated call succeeds, and the first reason is kept", async () => {
  const taskId = await newTask();
  await cancel(taskId, "First.");
  expectSuccess(await cancel(taskId, "Second."), "cancelTask");
  expect((await resultOf(taskId)).body.errorDescription).toContain("First.");
});

test.for(["ready", "failed"])("after another end (%s) it is ERROR_TASK_FINISHED, and the end stays", async (end) => {
  const taskId = await newTask();
  const task = await worker.claim(taskId);
  if (end === "ready") await worker.finish(task);
  else await worker.fail(task, "ERROR_STEP_FAILED");
  const before = await resultOf(taskId);
  expectError(await cancel(taskId), "ERROR_TASK_FINISHED");
  expect((await resultOf(taskId)).text).toBe(before.text);
});

test("of a cancel and an end at once, exactly one wins, and the answers agree with it", async () => {
  for (let round = 0; round < 20; round++) {
    const taskId = await newTask();
    const task = await worker.claim(taskId);
    const [cancelled, { status }] = await Promise.all([cancel(taskId), worker.finish(task)]);
    if (status === "ended") expectError(cancelled, "ERROR_TASK_FINISHED");
    else expectSuccess(cancelled, "cancelTask");
    const { body } = await resultOf(taskId);
    expect(body).toMatchObject(status === "ended" ? { status: "ready" } : { errorCode: "ERROR_TASK_CANCELED" });
  }
});

test("another account's task is answered like one that does not exist, and goes on", async () => {
  const taskId = await newTask();
  const stranger = await newAccount(operator);
  const foreign = await call("cancelTask", { clientKey: stranger.clientKey, taskId });
  expectError(foreign, "ERROR_NO_SUCH_CAPCHA_ID");
  expect(foreign.text).toBe((await call("cancelTask", { clientKey: stranger.clientKey, taskId: noTask })).text);
  expect((await resultOf(taskId)).body).toMatchObject({ status: "processing" });
});

test("a push after it is ERROR_TASK_FINISHED", async () => {
  const taskId = await newTask();
  await cancel(taskId);
  expectError(await call("pushAntiGateVariable", { clientKey, taskId, name: "code", value: 1 }), "ERROR_TASK_FINISHED");
});

test("it counts as an error of the application that created the task", async () => {
  const softId = await newApplication(operator, account);
  await cancel(await newTask({}, { softId }));
  const { chartData } = (await call("getAppStats", { clientKey, softId })).body;
  expect(chartData[1]).toMatchObject({ code: "ERROR_TASK_CANCELED", count: 1 });
});

test.for([1, {}, [], true, "x".repeat(501)])("reason must be a short text where it is given: %j", async (reason) => {
  const taskId = await newTask();
  const answer = await cancel(taskId, reason);
  expectError(answer, "ERROR_BAD_REQUEST");
  expect(answer.body.errorDescription).toContain("reason");
  expect((await resultOf(taskId)).body).toMatchObject({ status: "processing" });
});
