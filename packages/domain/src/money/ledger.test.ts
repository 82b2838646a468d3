import { expect, test } from "vitest";
import type { KeyContext } from "../platform/context.ts";
import { claimFirst } from "../platform/held-task-testing.ts";
import {
  inProcess,
  newApplication,
  newCaller,
  newSession,
  newTask,
  newTemplate,
  newWorker,
  openTestContext,
} from "../platform/testing.ts";
import { getAppStats } from "../statistics/get-app-stats.ts";
import { writeHistory } from "../statistics/history-testing.ts";
import { explainPoint } from "../statistics/notes.ts";
import { refundTask } from "./enter-money.ts";
import { listCommissions, listLedger } from "./ledger.ts";
import { reconcileInBatches } from "./reconcile.ts";
import { type GetSpendingInput, getSpending } from "./spending.ts";
import { ledgerBalancesSql } from "./sql/ledger-balances.sql.ts";

const system = await openTestContext();

test("each entry has the balance after it, also behind a filter by kind or days, which may be open at either end", async () => {
  const owner = await newCaller(system, { balance: 5_000_000n });
  const { accountId } = owner.actor;
  const entry = (kind: "hold" | "release" | "refund", available: bigint, day: string) => ({
    accountId,
    kind,
    available,
    held: 0n,
    platform: -available,
    at: new Date(`${day}T12:00:00Z`),
  });
  await system.db.prisma.ledgerEntry.createMany({
    data: [
      entry("hold", -2_000n, "2026-03-01"),
      entry("release", 2_000n, "2026-03-02"),
      entry("hold", -7_000n, "2026-03-02"),
      entry("refund", 1_000n, "2026-03-03"),
    ],
  });
  await system.db.prisma.account.update({ where: { id: accountId }, data: { available: { decrement: 6_000n } } });
  const listed = async (input: { kind?: "hold"; from?: string; to?: string }) => {
    const { items } = await listLedger({ ctx: newSession(owner), input: { accountId, ...input } });
    return items.map(({ kind, available, balance }) => [kind, available, balance]);
  };
  const refund = ["refund", 1_000, 4_994_000];
  const [second, release, first] = [
    ["hold", -7_000, 4_993_000],
    ["release", 2_000, 5_000_000],
    ["hold", -2_000, 4_998_000],
  ];
  expect(await listed({})).toEqual([refund, second, release, first, ["top_up", 5_000_000, 5_000_000]]);
  expect(await listed({ kind: "hold" })).toEqual([second, first]);
  expect(await listed({ from: "2026-03-02", to: "2026-03-02" })).toEqual([second, release]);
  expect(await listed({ from: "2026-03-03", to: "2026-03-31" })).toEqual([refund]);
  expect(await listed({ to: "2026-03-01" })).toEqual([first]);
});

test("a page of old entries reads those up to the next sum that the daily reconciliation stored, and has the same balances", async () => {
  const { accountId } = (await newCaller(system, { balance: 0n })).actor;
  const write = (n: number) => system.sql`
    with entry as (
      insert into ledger_entry (account_id, kind, available, held, platform)
      select ${accountId}::int, 'top_up', i % 7, 0, -(i % 7) from generate_series(1, ${n}::int) i returning available)
    update account set available = available + (select sum(available) from entry) where id = ${accountId}`;
  await write(60_000);
  const [{ ids, balances }] = await system.sql`
    select array_agg(id order by id) as ids, array_agg(balance order by id) as balances
      from (select id, row_number() over (order by id) as n, sum(available) over (order by id)::int as balance
              from ledger_entry where account_id = ${accountId}) e
     where n % 9999 < 2`;
  const check = async () => {
    const rows = await system.db.run(ledgerBalancesSql, { accountId, entryIds: ids });
    const found = new Map(rows.map(({ id, balance }) => [id, Number(balance)]));
    expect(ids.map((id: number) => found.get(id))).toEqual(balances);
  };
  await check();
  const scan = async () => {
    await system.sql`delete from reconciliation_scan`;
    while ((await reconcileInBatches({ ctx: inProcess(system, "worker") })).more);
  };
  for (const more of [1, 45_000]) {
    await write(more);
    await scan();
    await check();
  }
  const sums = await system.sql`select entry_id from ledger_sum where account_id = ${accountId} order by 1`;
  expect(sums.length, "those of earlier scans are gone").toBe(2);
  // The first entry cannot have the time of a later one, but shows here what is read for these days.
  const [first, near] = [ids[0], Number(sums[0].entry_id) + 1];
  await system.sql`
    update ledger_entry set at = case when id in (${first}::bigint, ${near}::bigint) then '2026-02-01'
                                      when id <= ${sums[0].entry_id}::bigint then '2026-01-01'
                                      else '2026-03-01' end::timestamptz
     where account_id = ${accountId}`;
  const days = { accountId, from: "2026-02-01", to: "2026-02-01" };
  const found = await listLedger({ ctx: system, input: days });
  expect(found.items.map(({ entryId }) => entryId)).toEqual([near]);
  // As an entry has it that was written while the clock was wrong.
  for (const wrong of ["2020-01-01", "2040-01-01"]) {
    await system.sql`
      update ledger_entry set at = ${wrong}::timestamptz where account_id = ${accountId} and id = ${sums[1].entry_id}::bigint`;
    expect(await listLedger({ ctx: system, input: days })).toEqual(found);
    const latest = await listLedger({ ctx: system, input: { ...days, to: "2026-03-01", limit: 1 } });
    expect(latest.items[0]?.entryId).toBeGreaterThan(Number(sums[1].entry_id));
  }
  // The present balance is that of newer pages alone.
  await system.sql`update account set available = available + 1 where id = ${accountId}`;
  await check();
});

test("a day's commissions add up to what the chart counts, in pages, and name only the owner's own tasks", async () => {
  const [owner, other] = [await newCaller(system), await newCaller(system)];
  const softId = await newApplication(system, owner);
  const ready = (time: string, of: KeyContext, price: number) => ({
    kind: "ready" as const,
    at: new Date(time),
    accountId: of.actor.accountId,
    price,
  });
  const happenings = [
    ready("2026-03-01T22:59:59Z", other, 1_000_000),
    ready("2026-03-01T23:00:00Z", owner, 20_000),
    ready("2026-03-02T12:00:00Z", other, 33_330),
    ready("2026-03-02T22:59:59Z", other, 70),
    ready("2026-03-02T23:00:00Z", other, 1_000_000),
  ];
  await writeHistory(system, { softId, ownerId: owner.actor.accountId, commission: 100_000, happenings });
  // A task of the owner's and one of another account are still there; the others were deleted.
  for (const [of, available] of [
    [owner, 2_000n],
    [other, 3_333n],
  ] as const) {
    const name = await newTemplate(system, of);
    const { id } = await system.db.prisma.templateVersion.findFirstOrThrow({ where: { template: { name } } });
    const where = { kind: "commission", accountId: owner.actor.accountId, available } as const;
    const { taskId } = await system.db.prisma.ledgerEntry.findFirstOrThrow({ where });
    await system.sql`
      insert into task (id, account_id, application_id, template_version_id, price, website_url, address, state, ended_at)
      values (${taskId}, ${of.actor.accountId}, ${softId}, ${id}, 1, 'http://127.0.0.1/', '192.0.2.7', 'ready', '2026-03-02T12:00Z')`;
  }

  const day = { from: "2026-03-02", to: "2026-03-02", timezone: "Europe/Paris" };
  const list = (limit?: number, after?: number) =>
    listCommissions({ ctx: owner, input: { softId, ...day, limit, after } });
  const { items, next } = await list();
  expect(items.map(({ amount, task }) => [amount, task && typeof task.taskId])).toEqual([
    [7, null],
    [3_333, null],
    [2_000, "number"],
  ]);
  expect(next).toBeNull();
  const sum = items.reduce((all, { amount }) => all + amount, 0);
  const point = { softId, mode: "money", day: day.from, timezone: day.timezone } as const;
  const { counted } = await explainPoint({ ctx: owner, input: point });
  expect(counted.find(({ metric }) => metric === "money")?.n).toBe(sum);
  // Bars are whole cents, with fractions carried: the days before earned 10 cents.
  const { values } = await getAppStats({ ctx: owner, input: { softId, mode: "money", ...day } });
  expect(values).toEqual([Math.floor((100_000 + sum) / 10_000) - 10]);

  const first = await list(2);
  const rest = await list(2, first.next ?? 0);
  expect([...first.items, ...rest.items]).toEqual(items);
  expect(rest.next).toBeNull();
});

const here = "198.51.100.7";
const elsewhere = "2001:db8::7";
const hour = 3_600;
/** The first of the 24 hours that the tasks of this test ended in: 2 November 2026, 00:00 UTC. */
const first = 1_793_577_600;

test("each hour of spending has the tasks that were paid in it and their prices, of all or of an application and an address", async () => {
  const caller = await newCaller(system);
  const softId = await newApplication(system, caller);
  const templateName = await newTemplate(system, caller);
  const worker = await newWorker(system);
  for (let n = 0; n < 40; n++) {
    await system.sql`update account set bid = ${BigInt(500 + n * 7)}`;
    const actor = { ...caller.actor, address: n % 3 === 0 ? elsewhere : here };
    const taskId = await newTask({ ...caller, actor }, templateName, n % 4 === 0 ? { softId } : {});
    const claimed = await claimFirst(system, worker);
    await (n % 5 === 0 ? claimed.fail() : claimed.ready());
    if (n % 10 === 1) await refundTask({ ctx: system, input: { taskId } });
    // Times that this account did not live through: in each hour some, on its first and last second too.
    const moment = first - 2 * hour + n * 2_600 + ([0, hour - 1, 1_800][n % 3] ?? 0);
    await system.sql`update ledger_entry set at = to_timestamp(${moment}) where task_id = ${taskId}`;
  }
  // Somebody else spends too.
  const other = await newCaller(system, { bid: 9_000n });
  const taskId = await newTask(other, await newTemplate(system, other));
  await (await claimFirst(system, worker)).ready();
  await system.sql`update ledger_entry set at = to_timestamp(${first}) where task_id = ${taskId}`;

  const spending = (input: GetSpendingInput) => getSpending({ ctx: caller, input });
  /** Spending from the whole ledger, read and added up here. */
  const byHand = async (keep: (entry: { softId: number | null; address: string }) => boolean) => {
    const captures = await system.db.prisma.ledgerEntry.findMany({
      where: { accountId: caller.actor.accountId, kind: "capture" },
    });
    const hours = Array.from({ length: 24 }, (_, n) => ({ begin: first + n * hour, tasks: 0, spent: 0n }));
    for (const { at, platform, taskId, applicationId } of captures) {
      const { address } = await system.db.prisma.task.findUniqueOrThrow({ where: { id: taskId as bigint } });
      const found = hours[Math.floor((at.getTime() / 1_000 - first) / hour)];
      if (!found || !keep({ softId: applicationId, address })) continue;
      found.tasks += 1;
      found.spent += platform;
    }
    return hours;
  };
  const all = await spending({ from: first });
  expect(all).toEqual(await byHand(() => true));
  expect(all.filter(({ tasks }) => tasks > 0).length).toBeGreaterThan(15);
  expect(await spending({ from: first + 3_599 }), "a moment within an hour").toEqual(all);
  expect(await spending({ from: first, softId: 0, ip: "" })).toEqual(all);
  expect(await spending({ from: first, softId })).toEqual(await byHand((one) => one.softId === softId));
  const there = await spending({ from: first, ip: elsewhere });
  expect(there).toEqual(await byHand(({ address }) => address === elsewhere));
  expect(await spending({ from: first, ip: "2001:0DB8:0:0::0007" }), "in a longer spelling").toEqual(there);
  expect(await spending({ from: first, softId, ip: here })).toEqual(
    await byHand((one) => one.softId === softId && one.address === here),
  );
  for (const none of [{ softId: 2_147_483_648 }, { softId: softId + 1 }, { ip: "192.0.2.99" }])
    expect((await spending({ from: first, ...none })).every(({ tasks }) => tasks === 0)).toBe(true);
  for (const ip of ["bad", "192.0.2", "192.0.2.0/24", " "])
    await expect(spending({ ip }), ip).rejects.toMatchObject({
      code: "ERROR_BAD_REQUEST",
      message: expect.stringContaining("ip must be an IP address"),
    });
  const last = (await spending({})).at(-1)?.begin ?? 0;
  expect(Date.now() / 1_000 - last, "without one, the last hour is the current one").toBeLessThan(hour + 60);
  expect(last % hour).toBe(0);
});
