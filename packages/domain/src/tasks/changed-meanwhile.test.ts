import { expect, test } from "vitest";
import { setReportSubscription } from "../notifications/report-subscriptions.ts";
import {
  behind,
  codeComesLater,
  denied,
  newApplication,
  newCaller,
  newSession,
  newTask,
  newTemplate,
  newWorker,
  openTestContext,
} from "../platform/testing.ts";
import { pushVariable } from "../waits/answer-wait.ts";

/**
 * Calls that wait for a row which another transaction has locked, and find it changed: PostgreSQL checks what they make of
 * the row that they first saw, and then what they make of the new one.
 */
const system = await openTestContext();
const caller = await newCaller(system);

const create = async (ctx = caller) => newTask(ctx, await newTemplate(system, ctx), { variables: codeComesLater });

test("a value that is pushed while its task is claimed and begins to wait is taken", async () => {
  const taskId = await create();
  const { workerId } = (await newWorker(system)).actor;
  const wait = `
    update task set state = 'waiting', worker_id = ${workerId}, fence = 1 where id = ${taskId};
    update variable set state = 'awaited', awaited_at = now(), deadline_tick = 1000 where task_id = ${taskId}`;
  await behind(system, wait, 1, () => pushVariable({ ctx: caller, input: { taskId, name: "code", value: "1" } }));
  const task = await system.db.prisma.task.findUniqueOrThrow({ where: { id: taskId } });
  expect(task).toMatchObject({ state: "running", workerId, fence: 1 });
  const variable = await system.db.prisma.variable.findFirstOrThrow({ where: { taskId } });
  expect(variable.state).toBe("taken");
});

test("a task is created with the money that arrives while its account is locked", async () => {
  const poor = await newCaller(system, { balance: 0n, bid: 2_000n });
  const { accountId } = poor.actor;
  const credit = `update account set available = available + 3000 where id = ${accountId}`;
  await behind(system, credit, 1, () => create(poor));
  const account = await system.db.prisma.account.findUniqueOrThrow({ where: { id: accountId } });
  expect(account).toMatchObject({ available: 1_000n, held: 2_000n });
});

test("reports to an address that is being removed are refused, as to one that is not there", async () => {
  const { accountId } = caller.actor;
  const softId = await newApplication(system, caller);
  const confirmed = { accountId, email: "ada@example.org", confirmedAt: new Date() };
  const { id: addressId } = await system.db.prisma.emailAddress.create({ data: confirmed });
  const ctx = newSession(caller);
  const which = { softId, addressId, kind: "weekly" } as const;
  const removed = `delete from email_address where id = ${addressId}`;
  const set = () => setReportSubscription({ ctx, input: { ...which, on: true, timezone: "UTC" } });
  await expect(behind(system, removed, 1, set)).rejects.toMatchObject(denied);
});
