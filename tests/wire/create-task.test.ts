import { advanceClock } from "@gatepost/domain/platform/testing";
import { returnTask } from "@gatepost/domain/tasks/finish-task";
import { expect, test } from "vitest";
import { type Account, millionths, newAccount, newTemplate } from "../factories.ts";
import { taskMaker } from "./bodies.ts";
import { expectSuccess } from "./call.ts";
import { openPush } from "./push-setup.ts";

/** What only the database shows of createTask; docs/contract.md, section 3, is checked by packages/conformance. */

const { account, call, clientKey, newTask, operator, worker } = await openPush();
const balanceOf = async ({ clientKey }: Account) => (await call("getBalance", { clientKey })).body.balance as number;

test("a task starts as a queue entry: processing, at step 0 of its template's steps, waiting for nothing", async () => {
  const answer = await call("getTaskResult", { clientKey, taskId: await newTask() });
  expectSuccess(answer, "getTaskResult");
  expect(answer.body).toEqual({
    errorId: 0,
    status: "processing",
    waitingFor: [],
    progress: { step: 0, of: 3, type: "" },
    waiting: [],
    controlledBy: null,
    version: "",
  });
});

test("the price is the bid of that moment, whatever the account bids later; captured when the task is ready", async () => {
  const account = await newAccount(operator, { balance: 1, bid: 0.37 });
  const taskId = await (await taskMaker(call, operator, account))();
  await operator.db.prisma.account.update({ where: { id: account.accountId }, data: { bid: millionths(0.5) } });
  await worker.finish(await worker.claim(taskId));
  const { body } = await call("getTaskResult", { clientKey: account.clientKey, taskId });
  expect(body).toMatchObject({ status: "ready", cost: "0.370000" });
  expect(await balanceOf(account)).toBe(0.63);
  const { held } = await operator.db.prisma.account.findUniqueOrThrow({ where: { id: account.accountId } });
  expect(held).toBe(0n);
});

async function tickNow(): Promise<number> {
  return (await operator.db.prisma.serviceClock.findFirstOrThrow()).tick;
}

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
