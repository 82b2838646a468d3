import { beforeAll, expect, test } from "vitest";
import { newAccount } from "../factories.ts";
import { taskMaker } from "./bodies.ts";
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
