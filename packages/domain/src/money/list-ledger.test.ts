import { expect, test } from "vitest";
import { inProcess, newCaller, newSession, openTestContext } from "../platform/testing.ts";
import { listLedger } from "./ledger.ts";
import { reconcileInBatches } from "./reconcile.ts";
import { ledgerBalancesSql } from "./sql/ledger-balances.sql.ts";

const system = await openTestContext();
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

const listed = async (input: { kind?: "hold"; from?: string; to?: string; limit?: number }) => {
  const { accountId } = owner.actor;
  const { items } = await listLedger({ ctx: newSession(owner), input: { accountId, ...input } });
  return items.map(({ kind, available, balance }) => [kind, available, balance]);
};

test("each entry has the balance after it, also the first one", async () => {
  expect(await listed({})).toEqual([
    ["refund", 1_000, 4_994_000],
    ["hold", -7_000, 4_993_000],
    ["release", 2_000, 5_000_000],
    ["hold", -2_000, 4_998_000],
    ["top_up", 5_000_000, 5_000_000],
  ]);
});

test("a balance counts entries that a filter leaves out", async () => {
  expect(await listed({ kind: "hold" })).toEqual([
    ["hold", -7_000, 4_993_000],
    ["hold", -2_000, 4_998_000],
  ]);
});

test("a range has its first and its last day, and may be open at either end", async () => {
  expect(await listed({ from: "2026-03-02", to: "2026-03-02" })).toEqual([
    ["hold", -7_000, 4_993_000],
    ["release", 2_000, 5_000_000],
  ]);
  expect(await listed({ from: "2026-03-03", to: "2026-03-31" })).toHaveLength(1);
  expect(await listed({ to: "2026-03-01" })).toEqual([["hold", -2_000, 4_998_000]]);
});

test("a page of old entries reads those up to the next sum that the daily reconciliation stored, and has the same balances", async () => {
  const { accountId } = (await newCaller(system, { balance: 0n })).actor;
  const write = (n: number) => system.sql`
    with entry as (
      insert into ledger_entry (account_id, kind, available, held, platform)
      select ${accountId}::int, 'top_up', i % 7, 0, -(i % 7) from generate_series(1, ${n}::int) i returning available)
    update account set available = available + (select sum(available) from entry) where id = ${accountId}`;
  await write(120_000);
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
  for (const more of [1, 60_000]) {
    await write(more);
    await scan();
    await check();
  }
  const sums = await system.sql`select entry_id from ledger_sum where account_id = ${accountId} order by 1`;
  expect(sums.length, "those of earlier scans are gone").toBe(3);
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
    expect(latest.items[0]?.entryId).toBeGreaterThan(Number(sums[2].entry_id));
  }
  // The present balance is that of newer pages alone.
  await system.sql`update account set available = available + 1 where id = ${accountId}`;
  await check();
});
