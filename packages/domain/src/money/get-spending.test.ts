import { expect, test } from "vitest";
import { claimFirst } from "../platform/held-task-testing.ts";
import { newApplication, newCaller, newTask, newTemplate, newWorker, openTestContext } from "../platform/testing.ts";
import { refundTask } from "./enter-money.ts";
import { type GetSpendingInput, getSpending } from "./spending.ts";

const here = "198.51.100.7";
const elsewhere = "2001:db8::7";
const hour = 3_600;
/** The first of the 24 hours that the tasks of these tests ended in: 2 November 2026, 00:00 UTC. */
const first = 1_793_577_600;

const system = await openTestContext();
const caller = await newCaller(system);
const softId = await newApplication(system, caller);
const templateName = await newTemplate(system, caller);
const worker = await newWorker(system);
for (let n = 0; n < 60; n++) {
  await system.sql`update account set bid = ${BigInt(500 + n * 7)}`;
  const actor = { ...caller.actor, address: n % 3 === 0 ? elsewhere : here };
  const taskId = await newTask({ ...caller, actor }, templateName, n % 4 === 0 ? { softId } : {});
  const claimed = await claimFirst(system, worker);
  await (n % 5 === 0 ? claimed.fail() : claimed.ready());
  if (n % 10 === 1) await refundTask({ ctx: system, input: { taskId } });
  // Times that this account did not live through: in each hour some, on its first and last second too.
  const moment = first - 2 * hour + n * 1_700 + ([0, hour - 1, 1_800][n % 3] ?? 0);
  await system.sql`update ledger_entry set at = to_timestamp(${moment}) where task_id = ${taskId}`;
}
// Somebody else spends too.
const other = await newCaller(system, { bid: 9_000n });
const taskId = await newTask(other, await newTemplate(system, other));
await (await claimFirst(system, worker)).ready();
await system.sql`update ledger_entry set at = to_timestamp(${first}) where task_id = ${taskId}`;

const spending = (input: GetSpendingInput) => getSpending({ ctx: caller, input });

/** Spending from the whole ledger, read and added up here. */
async function byHand(from: number, keep: (entry: { softId: number | null; address: string }) => boolean) {
  const captures = await system.db.prisma.ledgerEntry.findMany({
    where: { accountId: caller.actor.accountId, kind: "capture" },
  });
  const hours = Array.from({ length: 24 }, (_, n) => ({ begin: from + n * hour, tasks: 0, spent: 0n }));
  for (const { at, platform, taskId, applicationId } of captures) {
    const { address } = await system.db.prisma.task.findUniqueOrThrow({ where: { id: taskId as bigint } });
    const found = hours[Math.floor((at.getTime() / 1_000 - from) / hour)];
    if (!found || !keep({ softId: applicationId, address })) continue;
    found.tasks += 1;
    found.spent += platform;
  }
  return hours;
}

test("each hour has the tasks that were paid in it and their prices, as the ledger has them", async () => {
  const hours = await spending({ from: first });
  expect(hours).toEqual(await byHand(first, () => true));
  expect(hours.filter(({ tasks }) => tasks > 0).length).toBeGreaterThan(15);
});

test("an application and an address filter it, also together", async () => {
  expect(await spending({ from: first, softId })).toEqual(await byHand(first, (one) => one.softId === softId));
  expect(await spending({ from: first, ip: elsewhere })).toEqual(
    await byHand(first, ({ address }) => address === elsewhere),
  );
  expect(await spending({ from: first, ip: "2001:0DB8:0:0::0007" }), "in a longer spelling").toEqual(
    await spending({ from: first, ip: elsewhere }),
  );
  expect(await spending({ from: first, softId, ip: here })).toEqual(
    await byHand(first, (one) => one.softId === softId && one.address === here),
  );
  for (const none of [{ softId: 2_147_483_648 }, { softId: softId + 1 }, { ip: "192.0.2.99" }])
    expect((await spending({ from: first, ...none })).every(({ tasks }) => tasks === 0)).toBe(true);
  expect(await spending({ from: first, softId: 0, ip: "" })).toEqual(await spending({ from: first }));
});

test.for(["bad", "192.0.2", "192.0.2.0/24", " "])("what is no address is refused: %j", async (ip) => {
  await expect(spending({ ip })).rejects.toMatchObject({
    code: "ERROR_BAD_REQUEST",
    message: expect.stringContaining("ip must be an IP address"),
  });
});

test("a moment within an hour means that hour; without one, the last hour is the current one", async () => {
  expect(await spending({ from: first + 3_599 })).toEqual(await spending({ from: first }));
  const now = Date.now() / 1_000;
  const last = (await spending({})).at(-1)?.begin ?? 0;
  expect(now - last).toBeLessThan(hour + 60);
  expect(last % hour).toBe(0);
});
