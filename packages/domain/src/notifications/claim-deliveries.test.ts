import { expect, test } from "vitest";
import type { KeyContext } from "../platform/context.ts";
import { newCaller, newTask, newTemplate, newWorker, openTestContext } from "../platform/testing.ts";
import { cancelTask } from "../tasks/cancel-task.ts";
import { claimDeliveries } from "./claim-deliveries.ts";
import { recordDelivery } from "./outbox.ts";

const system = await openTestContext();
const worker = await newWorker(system);

/** A caller with so many callbacks that are due. */
async function newWaiting(callbacks: number): Promise<KeyContext> {
  const ctx = await newCaller(system);
  const templateName = await newTemplate(system, ctx);
  for (let n = 0; n < callbacks; n++) {
    const taskId = await newTask(ctx, templateName, { callbackUrl: "http://127.0.0.1/done" });
    await cancelTask({ ctx, input: { taskId } });
  }
  return ctx;
}

const accountsOf = (deliveries: { accountId: number }[]) => deliveries.map(({ accountId }) => accountId);

test("a worker takes few callbacks of one account, however many are due before the others'", async () => {
  const many = await newWaiting(12);
  const few = await newWaiting(2);
  const [a, b] = [many.actor.accountId, few.actor.accountId];
  const first = await claimDeliveries({ ctx: worker, input: { limit: 16 } });
  expect(accountsOf(first).toSorted()).toEqual([a, a, a, a, b, b]);
  expect(await claimDeliveries({ ctx: worker, input: { limit: 16, underWay: accountsOf(first) } })).toEqual([]);
  const one = first.find(({ accountId }) => accountId === a);
  await recordDelivery({ ctx: worker, input: { delivery: one as typeof one & object, problem: null } });
  const next = await claimDeliveries({ ctx: worker, input: { limit: 16, underWay: [a, a, a] } });
  expect(accountsOf(next)).toEqual([a]);
  // Another worker has room for as many more.
  expect(accountsOf(await claimDeliveries({ ctx: worker, input: { limit: 16 } }))).toEqual([a, a, a, a]);
});

test("of several accounts those come first whose callbacks have been due for longest", async () => {
  const callers = [await newWaiting(2), await newWaiting(2), await newWaiting(2)];
  const ids = callers.map(({ actor }) => actor.accountId);
  for (const [n, id] of ids.entries())
    await system.sql`update delivery set next_at = now() - ${10 + n} * interval '1 minute' where account_id = ${id}`;
  const taken = accountsOf(await claimDeliveries({ ctx: worker, input: { limit: 3 } }));
  expect(taken.toSorted()).toEqual([ids[1], ids[2], ids[2]]);
});
