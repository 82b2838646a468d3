import { expect, test } from "vitest";
import { newAccount } from "../factories.ts";
import { taskMaker } from "./bodies.ts";
import { expectError, expectSuccess } from "./call.ts";
import { openPush } from "./push-setup.ts";

/** getTaskResult, getBalance and listTasks (docs/contract.md, section 6), beyond what packages/conformance checks. */

const { call, clientKey, newTask, operator, worker } = await openPush();
const result = (taskId: number) => call("getTaskResult", { clientKey, taskId });

test("a task that ended with our fault is a result like others, because the call itself did not fail", async () => {
  const taskId = await newTask();
  await worker.fail(await worker.claim(taskId), "ERROR_INTERNAL", "The worker failed at this task.");
  expectError(await result(taskId), "ERROR_INTERNAL", 200);
});

test("after 24 hours the solution is gone, and says so; the record stays", async () => {
  const taskId = await newTask();
  await worker.finish(await worker.claim(taskId));
  await operator.db.pool.query("update task set ended_at = now() - interval '24 hours 1 second' where id = $1", [
    taskId,
  ]);
  const answer = await result(taskId);
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
  const answer = await result(other);
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
