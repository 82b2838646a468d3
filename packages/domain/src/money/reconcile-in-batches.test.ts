import { expect, test } from "vitest";
import { inProcess, newApplication, newCaller, openTestContext } from "../platform/testing.ts";
import { writeHistory } from "../statistics/history-testing.ts";
import { topUp } from "./enter-money.ts";
import {
  type Difference,
  getReconciliation,
  getReconciliationFailure,
  noteFailedBatch,
  reconcile,
  reconcileInBatches,
} from "./reconcile.ts";
import { nextMomentsSql } from "./sql/next-moments.sql.ts";

const system = await openTestContext();
const owner = await newCaller(system);
const accountId = owner.actor.accountId;
const softId = await newApplication(system, owner);
const at = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000);
const happenings = [14, 3, 2.5, 0].flatMap((days) => [
  { kind: "ready" as const, at: at(days), accountId, price: 50_000 },
  { kind: "failed" as const, at: at(days), accountId, price: 50_000, code: "ERROR_STEP_FAILED" },
]);

/** Scans batch by batch to the end. Returns how many batches there were, and what they found. */
async function scan(): Promise<{ batches: number; found: Difference[] }> {
  const ctx = inProcess(system, "worker");
  const found: Difference[] = [];
  for (let batches = 1; ; batches++) {
    const scanned = await reconcileInBatches({ ctx });
    found.push(...scanned.found);
    if (!scanned.more) return { batches, found };
  }
}

/** Makes the last scan a day older. */
async function tomorrow(): Promise<void> {
  await system.sql`update reconciliation_scan set began_at = began_at - interval '1 day'`;
}

const ofMetric = (metric: string, which: "min" | "max") =>
  `metric = '${metric}' and bucket = (select ${which}(bucket) from count where metric = '${metric}')`;
const task = "insert into task (id, account_id, template_version_id, website_url, price, address";
const references = "what tasks name, and what names them";
const readyTasks = "tasks that became ready against tasks counted";

/** What is wrong, the statement that makes it so, the one that undoes it, and what is found. */
const planted: [what: string, by: string, undo: string, found: Partial<Difference>][] = [
  [
    "a balance that was changed by hand",
    "update account set available = available + 1",
    "update account set available = available - 1",
    { what: "balance against ledger", where: { accountId } },
  ],
  [
    "held money without a task",
    "update account set held = held + 7, available = available - 7",
    "update account set held = held - 7, available = available + 7",
    { what: "price held for open tasks", found: "7", expected: "0" },
  ],
  [
    "a count of money before the application was made",
    `update count set n = n + 1 where ${ofMetric("money", "min")}`,
    `update count set n = n - 1 where ${ofMetric("money", "min")}`,
    { what: "commission against money counted", found: "5001", expected: "5000" },
  ],
  [
    "a task counted in the last quarter of an hour alone",
    `update count set n = n + 1 where ${ofMetric("ready", "max")}`,
    `update count set n = n - 1 where ${ofMetric("ready", "max")}`,
    { what: readyTasks, found: "2", expected: "1" },
  ],
  [
    "a count that moved to another quarter of an hour",
    `update count set bucket = bucket - interval '1 hour' where ${ofMetric("ready", "min")}`,
    `update count set bucket = bucket + interval '1 hour' where ${ofMetric("ready", "min")}`,
    { what: readyTasks, found: "1", expected: "0" },
  ],
  [
    "an entry of an account that nobody has",
    "insert into ledger_entry (account_id, kind, available, held, platform) values (999999, 'top_up', 0, 0, 0)",
    "delete from ledger_entry where account_id = 999999",
    { what: "balance against ledger", where: { accountId: 999999 }, found: "no account" },
  ],
  [
    "a task that names a template's version that is not there",
    `${task}) select 2, id, 999999, '', 0, '' from account limit 1`,
    "delete from task where id = 2",
    { what: references, where: { taskId: 2 }, found: "no version 999999" },
  ],
  [
    "a task run by a worker that is not there",
    `${task}, state, worker_id) select 3, id, 999999, '', 0, '', 'running', 999999 from account limit 1`,
    "delete from task where id = 3",
    { what: references, where: { taskId: 3 }, found: "no worker 999999" },
  ],
  [
    "a variable without its task",
    "insert into variable (task_id, name) values (1, 'code')",
    "delete from variable where task_id = 1",
    { what: references, where: { taskId: 1 }, expected: "its variable code" },
  ],
  [
    "a task that ended without a price",
    `${task}, state, ended_at) select 4, id, 999999, '', 0, '', 'ready', now() from account limit 1`,
    "delete from task where id = 4",
    { what: "one end of the price of each ended task", where: { taskId: 4 } },
  ],
  [
    "a refund of a task that was never paid",
    `insert into ledger_entry (account_id, kind, available, held, platform, task_id)
     select account_id, 'refund', 0, 0, 0, task_id from ledger_entry where kind = 'release' order by id limit 1`,
    "delete from ledger_entry where kind = 'refund'",
    { what: "commissions and refunds beside the price that was captured", expected: "a capture beside it" },
  ],
];

test("a correct ledger is scanned in batches to its end, also an empty one, and the result is stored for the operator", async () => {
  expect(await getReconciliation({ ctx: system })).toBeNull();
  expect((await scan()).found).toEqual([]);
  expect(await getReconciliation({ ctx: system })).toMatchObject({ differences: [] });
  await tomorrow();
  await writeHistory(system, { softId, ownerId: accountId, commission: 100_000, happenings });
  await system.sql`update application set created_at = now() - interval '10 days'`;
  const { batches, found } = await scan();
  expect(found).toEqual([]);
  // Accounts, tasks, and a batch for each day of the application.
  expect(batches).toBeGreaterThan(10);
  expect(await getReconciliation({ ctx: system })).toMatchObject({ differences: [] });
  expect(await scan()).toEqual({ batches: 1, found: [] });
});

test("what does not agree is found by the scan, as by the whole check, and stored", async () => {
  await tomorrow();
  for (const [, by] of planted) await system.db.pool.query(by);
  const scanned = await scan();
  const whole = await reconcile({ ctx: system });
  for (const [, , undo] of planted.toReversed()) await system.db.pool.query(undo);
  expect(scanned.found).toEqual(whole);
  for (const [what, , , found] of planted) expect(scanned.found, what).toContainEqual(expect.objectContaining(found));
  expect(await getReconciliation({ ctx: system })).toMatchObject({ differences: scanned.found });
  await tomorrow();
  expect(await scan(), "it was corrected").toMatchObject({ found: [] });
  expect(await getReconciliation({ ctx: system })).toMatchObject({ differences: [] });
});

test("one of two processes takes a batch, and a scan whose process died is continued", async () => {
  await tomorrow();
  const other = await system.db.pool.connect();
  await other.query("begin; select pg_advisory_xact_lock(hashtextextended('gatepost reconciliation', 0))");
  expect(await reconcileInBatches({ ctx: inProcess(system, "worker") })).toEqual({ more: false, found: [] });
  await other.query("rollback");
  other.release();
  expect(await reconcileInBatches({ ctx: inProcess(system, "worker") })).toMatchObject({ more: true });
  const open = await system.sql`select dimension from reconciliation_scan where ended_at is null`;
  expect(open).toEqual([{ dimension: "task" }]);
  expect((await scan()).found).toEqual([]);
});

test("an account with more entries than a batch sums is compared over several, while its balance changes", async () => {
  await tomorrow();
  await system.sql`
    insert into ledger_entry (account_id, kind, available, held, platform)
    select ${accountId}::int, 'correction', n % 2 * 2 - 1, 0, 1 - n % 2 * 2 from generate_series(1, 50100) n`;
  const ctx = inProcess(system, "worker");
  await reconcileInBatches({ ctx });
  const open = await system.sql`select dimension from reconciliation_scan where ended_at is null`;
  expect(open).toEqual([{ dimension: "account" }]);
  await topUp({ ctx: system, input: { accountId, amount: 7n } });
  expect((await scan()).found).toEqual([]);

  await tomorrow();
  await system.sql`
    update ledger_entry set available = available + 5, platform = platform - 5
     where (account_id, id) = (select account_id, min(id) from ledger_entry where account_id = ${accountId} group by 1)`;
  const { found } = await scan();
  expect(found).toMatchObject([{ what: "balance against ledger", where: { accountId } }]);
  expect(await reconcile({ ctx: system })).toEqual(found);
});

test("since when the batches of a scan fail is known until one succeeds, also of a scan that could not begin", async () => {
  await tomorrow();
  const ctx = inProcess(system, "worker");
  expect(await getReconciliationFailure({ ctx: system })).toBeNull();
  await noteFailedBatch({ ctx });
  const since = await getReconciliationFailure({ ctx: system });
  expect(since).toEqual(expect.any(Date));
  await noteFailedBatch({ ctx });
  expect(await getReconciliationFailure({ ctx: system })).toEqual(since);
  await reconcileInBatches({ ctx });
  expect(await getReconciliationFailure({ ctx: system })).toBeNull();
  await scan();
  await noteFailedBatch({ ctx });
  expect(await getReconciliationFailure({ ctx: system }), "no scan is due").toBeNull();
});

test("a day with many entries is compared by the hour, or by the quarter of an hour", async () => {
  const [first] = await system.sql`
    select extract(epoch from bucket_of(min(at)))::float8 - 900 as after from ledger_entry where at > now() - interval '4 days'`;
  const after: number = first?.after;
  const secondsWith = async (size: number) => {
    const [range] = await system.db.run(nextMomentsSql, { after, size });
    return (range?.through ?? 0) - after;
  };
  // Five entries in its first quarter of an hour, and five half a day later.
  expect(await Promise.all([11, 10, 6, 5].map(secondsWith))).toEqual([86_400, 3_600, 3_600, 900]);
});
