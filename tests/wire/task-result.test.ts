import { advanceClock } from "@gatepost/domain/platform/testing";
import { returnTask } from "@gatepost/domain/tasks/finish-task";
import { expect, test } from "vitest";
import { millionths, newAccount, newTemplate } from "../factories.ts";
import { taskMaker } from "./bodies.ts";
import { expectError, expectSuccess } from "./call.ts";
import { openPush } from "./push-setup.ts";

/** createTask and getTaskResult (docs/contract.md, sections 3 and 6), beyond what packages/conformance checks. */

const { account, call, clientKey, newTask, operator, resultOf, worker } = await openPush();
const result = (taskId: number) => call("getTaskResult", { clientKey, taskId });

test("the price is the bid of that moment, whatever the account bids later; held, and captured when the task is ready", async () => {
  const account = await newAccount(operator, { balance: 1.0006, bid: 0.37 });
  const balance = async () => (await call("getBalance", { clientKey: account.clientKey })).text;
  expect(await balance()).toBe('{"errorId":0,"balance":1.0006}');
  const taskId = await (await taskMaker(call, operator, account))();
  await operator.db.prisma.account.update({ where: { id: account.accountId }, data: { bid: millionths(0.5) } });
  await worker.finish(await worker.claim(taskId));
  const { body } = await call("getTaskResult", { clientKey: account.clientKey, taskId });
  expect(body).toMatchObject({ status: "ready", cost: "0.370000" });
  expect(await balance()).toBe('{"errorId":0,"balance":0.6306}');
  const { held } = await operator.db.prisma.account.findUniqueOrThrow({ where: { id: account.accountId } });
  expect(held).toBe(0n);
});

async function tickNow(): Promise<number> {
  return (await operator.db.prisma.serviceClock.findFirstOrThrow()).tick;
}

test.each([
  [undefined, 900],
  [100, 100],
])(
  "the time limit of a template that says %s runs from the first claim, and a second one does not move it",
  async (timeout, limit) => {
    const steps = [{ type: "TAKE_SCREENSHOT" as const }];
    const templateName = await newTemplate(operator, account, steps, timeout ? { timeout } : {});
    const taskId = await newTask({ templateName, variables: {} });
    expect(await resultOf(taskId)).toMatchObject({ status: "processing", progress: { step: 0, of: 1, type: "" } });
    await operator.db.pool.query("update task set queued_tick = queued_tick - 50 where id = $1", [taskId]);
    const from = await tickNow();
    const first = await worker.claim(taskId);
    expect(first.deadlineTick).toBeGreaterThan(from + limit);
    expect(first.deadlineTick).toBeLessThanOrEqual((await tickNow()) + limit + 1);
    await advanceClock(operator, 40);
    const ctx = { ...operator, actor: { kind: "worker", workerId: worker.workerId } as const };
    await returnTask({ ctx, input: first });
    expect((await worker.claim(taskId)).deadlineTick).toBe(first.deadlineTick);
  },
);

test("a task that ended with our fault is a result like others, because the call itself did not fail", async () => {
  const taskId = await newTask();
  await worker.fail(await worker.claim(taskId), "ERROR_INTERNAL", "The worker failed at this task.");
  expectError(await result(taskId), "ERROR_INTERNAL", 200);
});

test("a solution is not readable in the database, is bound to its task, and is gone after 24 hours; the record stays", async () => {
  const [taskId, other] = [await newTask(), await newTask()];
  for (const one of [taskId, other]) await worker.finish(await worker.claim(one));
  const { solution } = await operator.db.prisma.task.findUniqueOrThrow({ where: { id: taskId } });
  expect(Buffer.from(solution ?? []).toString("latin1")).not.toContain("s3cret");
  await operator.db.prisma.task.update({ where: { id: other }, data: { solution } });
  const swapped = await result(other);
  expectError(swapped, "ERROR_INTERNAL");
  expect(swapped.text).not.toContain("s3cret");
  await operator.db.pool.query("update task set ended_at = now() - interval '24 hours 1 second' where id = $1", [
    taskId,
  ]);
  const answer = await result(taskId);
  expectSuccess(answer, "getTaskResult");
  expect(answer.body).toMatchObject({ status: "ready", solution: {}, solutionExpired: true, cost: "0.002000" });
});
