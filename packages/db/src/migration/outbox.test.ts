import { cp, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openFolder } from "../../../../tests/folder.ts";
import { openDatabase } from "../testing.ts";
import { migrate } from "./migrate.ts";

const prisma = join(import.meta.dirname, "../../../../prisma");

const database = await openDatabase();
const { db } = database;
const folder = openFolder();
/** What a release before the outbox left: tasks of each kind, and of each kind of delivery one that is pending and one that is not. */
const before = `
  insert into account (id, email) values (1, 'ada@example.org');
  insert into application (id, account_id, name) values (7, 1, 'Exporter');
  insert into email_address (id, account_id, email, confirmed_at) values (3, 1, 'ada@example.org', now());
  insert into task (id, account_id, template_version_id, website_url, price, address, given, state, worker_id, session_id)
    values (10, 1, 1, '', 1, '', '\\x10', 'queued', null, null), (11, 1, 1, '', 1, '', '\\x11', 'waiting', 8, 6),
           (12, 1, 1, '', 1, '', '\\x12', 'queued', 0, 6);
  insert into task (id, account_id, template_version_id, website_url, price, address, state, ended_at)
    values (13, 1, 1, '', 1, '', 'ready', now());
  insert into webhook_delivery (id, task_id, event, next_at) values (1, 10, 'end', now()), (2, 10, 'waiting', null);
  update webhook_delivery set account_id = 1 where id = 2;
  insert into wait_notice (id, account_id, task_id, name, wait) values (5, 1, 10, 'code', '1.2');
  insert into wait_email (id, notice_id, address_id, kind, attempts, next_at, sent_at)
    values (1, 5, 3, 'waiting', 1, null, now()), (4, 5, 3, 'reminder', 2, now(), null);
  insert into report_subscription (id, application_id, address_id, kind, time_zone, next_at) values (9, 7, 3, 'alerts', 'UTC', now());
  insert into report_email (id, subscription_id, period, attempts, next_at, problem)
    values (1, 9, '2026-11-16', 1, null, 'limit'), (2, 9, '2026-11-23', 0, now(), null);
  insert into alert_finding (email_id, kind, state, value, total, low, high)
    values (1, 'no_views', 'alert', 0, 0, 20, 30), (2, 'no_views', 'normal', 1, 1, 20, 30);
  select setval('webhook_delivery_id_seq', 2), setval('wait_email_id_seq', 6), setval('report_email_id_seq', 2);`;

test("the outbox takes over what is pending and the records of the rest", async () => {
  await db.pool.query("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
  await cp(prisma, folder, { recursive: true });
  const later = (await readdir(join(folder, "migrations"))).filter(
    (name) => /^\d/.test(name) && name >= "20261127173000",
  );
  for (const name of later) await rm(join(folder, "migrations", name), { recursive: true });
  await migrate(database.url, folder);
  await db.pool.query(before);
  expect((await migrate(database.url)).applied).toEqual(later);
  const { rows } = await db.pool.query(
    `select id::int, channel, account_id, event, wait, address_id, subscription_id, period, attempts, next_at is not null as pending,
            delivered_at is not null as delivered, last_problem from delivery order by id`,
  );
  const row = { account_id: 1, wait: null, address_id: null, subscription_id: null, period: null, last_problem: null };
  expect(rows).toMatchObject([
    { ...row, id: 1, channel: "webhook", event: "end", pending: true },
    { ...row, id: 2, channel: "webhook", event: "waiting", pending: false },
    { ...row, id: 7, channel: "wait", event: "waiting", wait: "1.2", address_id: 3, pending: false, delivered: true },
    { ...row, id: 10, channel: "wait", event: "reminder", wait: "1.2", address_id: 3, attempts: 2, pending: true },
    {
      ...row,
      id: 11,
      channel: "report",
      pending: false,
      subscription_id: 9,
      period: "2026-11-16",
      address_id: 3,
      last_problem: "limit",
    },
    { ...row, id: 12, channel: "report", subscription_id: 9, address_id: 3, period: "2026-11-23", pending: true },
  ]);
  const findings = await db.pool.query("select email_id::int, state from alert_finding order by 1");
  expect(findings.rows).toEqual([
    { email_id: 11, state: "alert" },
    { email_id: 12, state: "normal" },
  ]);
  const { rows: next } = await db.pool.query("insert into delivery (account_id) values (1) returning id::int");
  expect(next).toEqual([{ id: 13 }]);
});

test("open tasks keep the values that they were given", async () => {
  const { rows } = await db.pool.query(
    "select id::int, held, encode(given, 'hex') as given from task where id < 20 order by id",
  );
  expect(rows).toEqual([
    { id: 10, held: false, given: "10" },
    { id: 11, held: false, given: "11" },
    { id: 12, held: true, given: "12" },
    { id: 13, held: false, given: null },
  ]);
});
