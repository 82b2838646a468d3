import { expect, test } from "vitest";
import type { KeyContext } from "../platform/context.ts";
import { claimFirst } from "../platform/held-task-testing.ts";
import { runMaintenance } from "../platform/maintenance.ts";
import { inProcess, newApplication, newCaller, newTask, newTemplate, openTestContext } from "../platform/testing.ts";
import { getTaskResult } from "../tasks/get-task-result.ts";
import { correctBalance, refundTask, topUp } from "./enter-money.ts";
import { getBalance } from "./ledger.ts";
import { reconcile } from "./reconcile.ts";

const system = await openTestContext();

async function readyTask(caller: KeyContext, softId?: number): Promise<number> {
  const templateName = await newTemplate(system, caller);
  const taskId = await newTask(caller, templateName, { softId });
  // The price is the bid of that moment.
  await system.sql`update account set bid = bid + 1000 where id = ${caller.actor.accountId}`;
  await (await claimFirst(system)).ready();
  return taskId;
}

test("top-ups, refunds and corrections are entries of their own, the ledger reconciles, and no correction takes more than there is", async () => {
  const owner = await newCaller(system, { balance: 0n });
  const caller = await newCaller(system, { balance: 1_000_000n, bid: 370_000n });
  const taskId = await readyTask(caller, await newApplication(system, owner));
  expect([await getBalance({ ctx: caller }), await getBalance({ ctx: owner })]).toEqual([630_000, 37_000]);

  await topUp({ ctx: system, input: { accountId: caller.actor.accountId, amount: 1_000_000n } });
  await refundTask({ ctx: system, input: { taskId } });
  await correctBalance({
    ctx: system,
    input: { accountId: caller.actor.accountId, amount: -500_000n, note: "paid twice" },
  });
  expect(await getBalance({ ctx: caller })).toBe(1_500_000);
  expect(await reconcile({ ctx: system })).toEqual([]);

  const { actor } = await newCaller(system, { balance: 100n });
  const asked = correctBalance({ ctx: system, input: { accountId: actor.accountId, amount: -101n, note: "x" } });
  await expect(asked).rejects.toMatchObject({
    code: "ERROR_BAD_REQUEST",
    message: expect.stringContaining("does not have that much"),
  });
  expect(await reconcile({ ctx: system })).toEqual([]);
});

test("a task is refunded once, however many ask at once", async () => {
  const caller = await newCaller(system);
  const taskId = await readyTask(caller);
  const settled = await Promise.allSettled([1, 2, 3, 4].map(() => refundTask({ ctx: system, input: { taskId } })));
  expect(settled.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const one of settled)
    if (one.status === "rejected") expect(one.reason.message).toBe(`Task ${taskId} was refunded before.`);
  expect(await getBalance({ ctx: caller })).toBe(10_000_000);
});

test("maintenance wipes expired data and nothing else; the ledger keeps everything", async () => {
  const caller = await newCaller(system);
  const [old, older, fresh] = [await readyTask(caller), await readyTask(caller), await readyTask(caller)];
  const age = (taskId: number, days: number) =>
    system.sql`update task set ended_at = ended_at - ${days} * interval '1 day' where id = ${taskId}`;
  await system.sql`update task set ended_at = now() - interval '24 hours 1 second' where id = ${old}`;
  await age(older, 31);
  await system.sql`insert into variable (task_id, name, state) select ${older}, 'code', 'taken'`;
  await system.sql`insert into task_step (task_id, run, number, type) select ${older}, 1, 1, 'PAUSE'`;
  expect(await getTaskResult({ ctx: caller, input: { taskId: old } })).toMatchObject({ solution: null });

  const { taken } = await runMaintenance({ ctx: inProcess(system, "worker") });
  expect(taken).toMatchObject({ wipe_solutions: 2, delete_tasks: 1 });
  const kept = await system.db.prisma.task.findMany({
    where: { accountId: caller.actor.accountId },
    select: { id: true, solution: true },
  });
  expect(kept.map(({ id, solution }) => [Number(id), solution === null])).toEqual([
    [old, true],
    [fresh, false],
  ]);
  expect(await system.db.prisma.ledgerEntry.count({ where: { taskId: older } })).toBe(2);
  expect(await reconcile({ ctx: system })).not.toContainEqual(expect.objectContaining({ where: { taskId: older } }));
  await expect(getTaskResult({ ctx: caller, input: { taskId: older } })).rejects.toMatchObject({
    code: "ERROR_NO_SUCH_CAPCHA_ID",
  });
});
