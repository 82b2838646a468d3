import { expect, onTestFinished, test } from "vitest";
import { runMaintenance } from "./maintenance.ts";
import { leaseTokens } from "./rates.ts";
import { inProcess, newCaller, newSession, openTestContext } from "./testing.ts";
import { errorCodeOf } from "./unavailable.ts";

const system = await openTestContext();
const caller = await newCaller(system);
const accountId = caller.actor.accountId;
const maintain = () => runMaintenance({ ctx: inProcess(system, "worker") });
/** An answer that has expired. */
const insertOld = () => system.sql`
  insert into idempotency (account_id, key, fingerprint, answer, created_at)
  values (1, gen_random_uuid()::text, '', '', now() - interval '2 days')`;
const { userId } = newSession(caller).actor;
await system.sql`
  insert into portal_user (id, name, email, account_id) values (${userId}, '', 'ada@example.org', ${accountId})`;

/** Two of each that are past their time, and one that is not. */
const kept: { job: string; insert: string; left: string }[] = [
  {
    job: "delete_answers",
    insert: `insert into idempotency (account_id, key, fingerprint, answer, created_at)
             select 1, n::text, '', '', now() - interval '26 hours' * (n - 1) from generate_series(1, 3) n`,
    left: "select key as left from idempotency",
  },
  {
    job: "delete_portal_sessions",
    insert: `insert into portal_session (id, token, user_id, expires_at)
             select n::text, n::text, (select id from portal_user), now() + interval '1 day' - interval '2 days' * (n - 1)
               from generate_series(1, 3) n`,
    left: "select id as left from portal_session",
  },
  {
    job: "delete_emailed_links",
    insert: `insert into portal_verification (id, identifier, value, expires_at)
             select n::text, '', '', now() + interval '30 minutes' - interval '2 hours' * (n - 1) from generate_series(1, 3) n`,
    left: "select id as left from portal_verification",
  },
  {
    job: "delete_attempts",
    insert: `insert into portal_rate_limit (id, key, count, last_request)
             select n::text, n::text, 1, extract(epoch from now() - interval '25 hours' * (n - 1)) * 1000
               from generate_series(1, 3) n`,
    left: "select id as left from portal_rate_limit",
  },
  {
    job: "delete_workers",
    insert: `insert into worker (id, slots, lease_tick, ended_at)
             select n, 1, 0, now() - interval '25 hours' * (n - 1) from generate_series(1, 3) n`,
    left: "select id::text as left from worker",
  },
  {
    job: "delete_scans",
    insert: `insert into reconciliation_scan (id, began_at, ended_at)
             select 4 - n, now() - interval '91 days' * (n - 1), now() from generate_series(1, 3) n`,
    left: "select (4 - id)::text as left from reconciliation_scan",
  },
  {
    job: "delete_report_emails",
    insert: `with p as (insert into application (account_id, name) select id, 'Exporter' from account limit 1 returning *),
                  a as (insert into email_address (account_id, email) select account_id, 'ada@example.org' from p returning *),
                  s as (insert into report_subscription (application_id, address_id, kind, time_zone, next_at)
                        select p.id, a.id, 'weekly', 'UTC', now() from p, a returning *)
             insert into delivery (channel, account_id, event, subscription_id, period, next_at, created_at)
             select 'report', 1, 'report', s.id, n::text, null::timestamptz, now() - interval '399 days' - interval '2 days' * (n - 1)
               from s, generate_series(1, 3) n
              union all
             select 'webhook', 1, 'test', null, null, null, now() - interval '401 days'`,
    left: "select period as left from delivery where subscription_id is not null",
  },
];

test.each(kept)("$job deletes what has expired, and nothing else ($left)", async ({ job, insert, left }) => {
  await system.db.pool.query(insert);
  expect((await maintain()).taken[job]).toBe(2);
  const { rows } = await system.db.pool.query(left);
  expect(rows).toEqual([{ left: "1" }]);
  expect((await maintain()).taken[job]).toBe(0);
});

test("a batch is small however much has expired, batches continue until nothing has, and while one process runs them, another does nothing", async () => {
  await system.sql`
    insert into idempotency (account_id, key, fingerprint, answer, created_at)
    select 1, 'old ' || n, '', '', now() - interval '26 hours' from generate_series(1, 2500) n`;
  const batches: (number | undefined)[] = [];
  do batches.push((await maintain()).taken.delete_answers);
  while (batches.at(-1));
  expect(batches).toEqual([1_000, 1_000, 500, 0]);

  await insertOld();
  const other = await system.db.pool.connect();
  await other.query("begin; select pg_advisory_xact_lock(hashtextextended('gatepost maintenance', 0))");
  expect(new Set(Object.values((await maintain()).taken))).toEqual(new Set([0]));
  await other.query("rollback");
  other.release();
  expect(await maintain()).toMatchObject({ taken: { delete_answers: 1 }, faults: [] });
});

test("rate buckets that are full again and windows of attempts are deleted, unless a process uses them at that moment", async () => {
  for (const [caller, rate] of [
    ["idle", 1_000],
    ["in use", 1_000],
    ["busy", 0.001],
  ] as const)
    await system.batch(leaseTokens, { caller, wanted: 1, settled: 0, rate, burst: 100 });
  const full = () => system.sql`select from rate_bucket where full_at < now()`;
  await expect.poll(full, { interval: 1 }).toHaveLength(2);
  await system.sql`delete from portal_rate_limit`;
  await system.sql`
    insert into portal_rate_limit (id, key, count, last_request) select key, key, 1, 0 from unnest(array['idle', 'in use']) key`;
  const other = await system.db.pool.connect();
  await other.query(`begin;
    update rate_bucket set full_at = now() + interval '1 hour' where caller = 'in use';
    update portal_rate_limit set last_request = extract(epoch from now()) * 1000 where key = 'in use'`);
  const { taken, faults } = await maintain();
  await other.query("commit");
  other.release();
  const { delete_rate_buckets: buckets, delete_attempts: windows } = taken;
  expect({ buckets, windows, faults }).toEqual({ buckets: 1, windows: 1, faults: [] });
  const kept = await system.sql`
    select caller as left from rate_bucket union all select key from portal_rate_limit order by 1`;
  expect(kept.map(({ left }) => left)).toEqual(["busy", "in use", "in use"]);
});

test("a maintenance job that fails is reported, and the others run", async () => {
  const { pool } = system.db;
  await insertOld();
  await pool.query("alter table worker rename to worker_elsewhere");
  const { taken, faults } = await maintain();
  await pool.query("alter table worker_elsewhere rename to worker");
  expect(faults).toMatchObject([{ job: "delete_workers", error: expect.any(Error) }]);
  expect(taken).toMatchObject({ delete_answers: 1, delete_portal_sessions: 0, delete_scans: 0 });
});

test("so is one that takes longer than it may, which looks like an outage; in an outage none is", async () => {
  await insertOld();
  await system.db.pool.query(`
    create function too_slow() returns trigger language plpgsql as $$ begin raise sqlstate '57014'; end $$;
    create trigger too_slow before delete on idempotency for each row execute function too_slow()`);
  onTestFinished(async () => {
    await system.db.pool.query("drop function too_slow cascade");
  });
  const ctx = inProcess(system, "worker");
  const { faults } = await runMaintenance({ ctx });
  expect(faults.map(({ job, error }) => [job, errorCodeOf(error)])).toEqual([["delete_answers", "57014"]]);
  const db = { ...ctx.db, run: () => Promise.reject(new Error("the database is down")) };
  expect((await runMaintenance({ ctx: { ...ctx, db } })).faults).toEqual([]);
});
