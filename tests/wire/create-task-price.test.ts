import { describe, expect, test } from "vitest";
import { millionths, newAccount, newApplication } from "../factories.ts";
import { newTaskBody, taskMaker } from "./bodies.ts";
import { expectError } from "./call.ts";
import { openCreateTask } from "./create-task-setup.ts";

const { balanceOf, call, operator, worker } = await openCreateTask();

describe("price", () => {
  test("is $0.002 by default", async () => {
    const account = await newAccount(operator, { balance: 0.005 });
    const make = await taskMaker(call, operator, account);
    await make();
    expect(await balanceOf(account)).toBe(0.003);
  });

  test("is the bid of that moment, whatever the account bids later; captured when the task is ready", async () => {
    const account = await newAccount(operator, { balance: 1, bid: 0.37 });
    const make = await taskMaker(call, operator, account);
    const taskId = await make();
    await operator.db.prisma.account.update({ where: { id: account.accountId }, data: { bid: millionths(0.5) } });
    await worker.finish(await worker.claim(taskId));
    const { body } = await call("getTaskResult", { clientKey: account.clientKey, taskId });
    expect(body).toMatchObject({ status: "ready", cost: "0.370000" });
    expect(await balanceOf(account)).toBe(0.63);
    const { held } = await operator.db.prisma.account.findUniqueOrThrow({ where: { id: account.accountId } });
    expect(held).toBe(0n);
  });

  test("is released when the task fails", async () => {
    const account = await newAccount(operator, { balance: 1, bid: 0.37 });
    const make = await taskMaker(call, operator, account);
    const taskId = await make();
    await worker.fail(await worker.claim(taskId), "ERROR_STEP_FAILED");
    expect(await balanceOf(account)).toBe(1);
  });

  test("never takes a balance below zero, also by a hundred calls at once", async () => {
    const account = await newAccount(operator, { balance: 0.01 });
    const accountBody = await newTaskBody(operator, account);
    const answers = await Promise.all(Array.from({ length: 100 }, () => call("createTask", accountBody())));
    const done = answers.filter(({ body }) => body.errorId === 0);
    expect(done.length).toBe(5);
    for (const answer of answers.filter(({ body }) => body.errorId !== 0)) expectError(answer, "ERROR_ZERO_BALANCE");
    expect(await balanceOf(account)).toBe(0);
  });

  test("gives a tenth to the application's owner, once it is captured", async () => {
    const developer = await newAccount(operator, { balance: 0 });
    const softId = await newApplication(operator, developer);
    const account = await newAccount(operator, { balance: 1, bid: 0.37 });
    const make = await taskMaker(call, operator, account);
    const [ready, failed] = [await make({}, { softId }), await make({}, { softId })];
    expect(await balanceOf(developer)).toBe(0);
    await worker.fail(await worker.claim(failed), "ERROR_STEP_FAILED");
    await worker.finish(await worker.claim(ready));
    expect(await balanceOf(developer)).toBe(0.037);
  });

  test("is the place in the queue: the highest bid first, then the oldest", async () => {
    const [low, high] = [await newAccount(operator, { bid: 0.9 }), await newAccount(operator, { bid: 0.95 })];
    const [makeLow, makeHigh] = [await taskMaker(call, operator, low), await taskMaker(call, operator, high)];
    const created = [await makeLow(), await makeLow(), await makeHigh()];
    const order = [await worker.next(), await worker.next(), await worker.next()].map((task) => task?.taskId);
    expect(order).toEqual([created[2], created[0], created[1]]);
  });
});
