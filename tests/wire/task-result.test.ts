import { beforeAll, expect, test } from "vitest";
import { newAccount } from "../factories.ts";
import { taskMaker } from "./bodies.ts";
import { expectError, expectSuccess } from "./call.ts";
import { openTestWorker, someSolution, type TestWorker } from "./test-worker.ts";
import { openWire } from "./wire.ts";

/** getTaskResult and getBalance: docs/contract.md, section 6. */

const { operator, call } = openWire();
const account = await newAccount(operator, { balance: 12.3456, bid: 0.002 });
const { clientKey } = account;
const newTask = await taskMaker(call, operator, account);
const resultOf = (taskId: number) => call("getTaskResult", { clientKey, taskId });
let worker: TestWorker;
beforeAll(async () => {
  worker = await openTestWorker(operator);
});

test("a ready task has its solution, cost, address, times and attempts, in this order", async () => {
  const before = Math.floor(Date.now() / 1_000);
  const taskId = await newTask();
  await worker.finish(await worker.claim(taskId));
  const answer = await resultOf(taskId);
  expectSuccess(answer, "getTaskResult");
  expect(Object.keys(answer.body)).toEqual([
    "errorId",
    "status",
    "solution",
    "cost",
    "ip",
    "createTime",
    "endTime",
    "solveCount",
  ]);
  expect(answer.body).toMatchObject({ solution: someSolution, cost: "0.002000", ip: "127.0.0.1", solveCount: 1 });
  expect(answer.body.createTime).toBeGreaterThanOrEqual(before - 1);
  expect(answer.body.endTime).toBeGreaterThanOrEqual(answer.body.createTime);
  expect(answer.body.endTime).toBeLessThanOrEqual(Date.now() / 1_000 + 1);
});

test("a failed task answers with the error that ended it, and with its own words", async () => {
  const taskId = await newTask();
  await worker.fail(await worker.claim(taskId), "ERROR_STEP_FAILED", "Step 3, CLICK: there is no element #next.");
  const answer = await resultOf(taskId);
  expectError(answer, "ERROR_STEP_FAILED");
  expect(answer.body.errorDescription).toBe("Step 3, CLICK: there is no element #next.");
});

test("a task that ended with our fault is a result like others, because the call itself did not fail", async () => {
  const taskId = await newTask();
  await worker.fail(await worker.claim(taskId), "ERROR_INTERNAL", "The worker failed at this task.");
  expectError(await resultOf(taskId), "ERROR_INTERNAL", 200);
});

test("reading a result changes nothing: it may be read again and again, by the second", async () => {
  const taskId = await newTask();
  await worker.finish(await worker.claim(taskId));
  const texts = new Set<string>();
  for (let n = 0; n < 5; n++) texts.add((await resultOf(taskId)).text);
  expect(texts.size).toBe(1);
});

test("after 24 hours the solution is gone, and says so; the record stays", async () => {
  const taskId = await newTask();
  await worker.finish(await worker.claim(taskId));
  await operator.db.pool.query("update task set ended_at = now() - interval '24 hours 1 second' where id = $1", [
    taskId,
  ]);
  const answer = await resultOf(taskId);
  expectSuccess(answer, "getTaskResult");
  expect(answer.body).toMatchObject({ status: "ready", solution: {}, solutionExpired: true, cost: "0.002000" });
});

test("a solution is not readable in the database, and is bound to its task", async () => {
  const [mine, other] = [await newTask(), await newTask()];
  for (const taskId of [mine, other]) await worker.finish(await worker.claim(taskId));
  const task = await operator.db.prisma.task.findUniqueOrThrow({ where: { id: mine } });
  expect(Buffer.from(task.solution ?? []).toString("latin1")).not.toContain("s3cret");
  await operator.db.pool.query("update task set solution = (select solution from task where id = $1) where id = $2", [
    mine,
    other,
  ]);
  const answer = await resultOf(other);
  expectError(answer, "ERROR_INTERNAL");
  expect(answer.text).not.toContain("s3cret");
});

test("the balance is what is available, in dollars, holds taken off", async () => {
  const saver = await newAccount(operator, { balance: 12.3456, bid: 0.0006 });
  const balance = async () => (await call("getBalance", { clientKey: saver.clientKey })).text;
  expect(await balance()).toBe('{"errorId":0,"balance":12.3456}');
  const taskId = await (await taskMaker(call, operator, saver))();
  expect(await balance()).toBe('{"errorId":0,"balance":12.345}');
  await worker.fail(await worker.claim(taskId), "ERROR_STEP_FAILED");
  expect(await balance()).toBe('{"errorId":0,"balance":12.3456}');
});

test("a balance of nothing is 0, not an error", async () => {
  const poor = await newAccount(operator, { balance: 0 });
  expect((await call("getBalance", { clientKey: poor.clientKey })).text).toBe('{"errorId":0,"balance":0}');
});
