import { spawn } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { cloneDatabase, openDatabase } from "../testing.ts";
import { draft, drift } from "./draft.ts";
import { compareMigrations, migrate } from "./migrate.ts";

let folder: string;

const database = await openDatabase();
const { db } = database;

beforeEach(async () => {
  await db.pool.query("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
  folder = await mkdtemp(join(tmpdir(), "prisma-"));
  await writeFile(join(folder, "schema.prisma"), schema("id Int @id"));
  await mkdir(join(folder, "migrations"));
  await add("1_first", 'CREATE TABLE "thing" ("id" INTEGER NOT NULL, CONSTRAINT "thing_pkey" PRIMARY KEY ("id"));');
  return () => rm(folder, { recursive: true });
});

test("the migrations create exactly the schema of schema.prisma", async () => {
  await using migrated = await cloneDatabase();
  expect(await drift(migrated.url)).toBeUndefined();
});

test("missing migrations are applied, in order and once", async () => {
  await add("2_second", 'ALTER TABLE "thing" ADD COLUMN "name" TEXT');
  expect(await compareMigrations(database.url, folder)).toMatchObject({ pending: ["1_first", "2_second"] });
  expect(await migrate(database.url, folder)).toEqual({ applied: ["1_first", "2_second"] });
  expect(await migrate(database.url, folder)).toEqual({ applied: [] });
  expect(await compareMigrations(database.url, folder)).toMatchObject({ pending: [] });
});

test("a database that a newer version has migrated is refused, and stays as it is", async () => {
  await add("2_newer", 'ALTER TABLE "thing" ADD COLUMN "name" TEXT');
  await migrate(database.url, folder);
  await rm(join(folder, "migrations", "2_newer"), { recursive: true });
  await add("2_other", 'ALTER TABLE "thing" ADD COLUMN "other" TEXT');
  await expect(migrate(database.url, folder)).rejects.toThrow(
    "A newer version of Gatepost has migrated the database (2_newer). Start that version, or restore the backup",
  );
  expect(await compareMigrations(database.url, folder)).toMatchObject({ pending: ["2_other"] });
});

test("a database with tables of another program is refused, and stays as it is", async () => {
  await db.pool.query("CREATE TABLE customers ()");
  await expect(migrate(database.url, folder)).rejects.toThrow("it has a table customers, and none of Gatepost's");
  await db.pool.query("DROP TABLE customers");
  expect(await migrate(database.url, folder)).toEqual({ applied: ["1_first"] });
});

test("R12: of several runs at once, one migrates, and all end with the same database", async () => {
  const runs = await Promise.all([1, 2, 3].map(() => migrate(database.url, folder)));
  expect(runs.flatMap((run) => run.applied)).toEqual(["1_first"]);
});

test("a script runs as it is written; one that fails changes nothing, reports why, and runs again once it is corrected", async () => {
  await add(
    "2_function",
    `CREATE FUNCTION two() RETURNS text LANGUAGE plpgsql AS $$ BEGIN RETURN 'a;b'; END $$ -- end`,
  );
  await add("3_broken", "CREATE TABLE half (); SELECT 1/0");
  await expect(migrate(database.url, folder)).rejects.toThrow(/3_broken[\s\S]*division by zero/);
  expect((await db.pool.query("SELECT two()")).rows).toEqual([{ two: "a;b" }]);
  expect(await compareMigrations(database.url, folder)).toMatchObject({ pending: ["3_broken"] });
  await add("3_broken", "CREATE TABLE half ()");
  expect(await migrate(database.url, folder)).toEqual({ applied: ["3_broken"] });
});

test("R12: a run that was killed in the middle of a script is finished by the next one", async () => {
  await add("2_slow", "CREATE TABLE slow (); SELECT pg_sleep(1)");
  const run = `import { migrate } from ${JSON.stringify(join(import.meta.dirname, "migrate.ts"))};
    await migrate(${JSON.stringify(database.url)}, ${JSON.stringify(folder)});`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", run], { stdio: "inherit" });
  await expect.poll(async () => (await db.pool.query(SLEEPING)).rowCount, { interval: 20 }).toBe(1);
  child.kill("SIGKILL");
  await migrate(database.url, folder);
  expect(await compareMigrations(database.url, folder)).toMatchObject({ pending: [] });
  expect((await db.pool.query("SELECT to_regclass('slow') IS NOT NULL AS made")).rows).toEqual([{ made: true }]);
});

test("a changed schema drafts the next migration, which then makes it", async () => {
  await writeFile(join(folder, "schema.prisma"), schema("id Int @id\n  name String"));
  await expect(draft(database.url, "add name", folder)).rejects.toThrow("The database lacks the migration 1_first");
  await migrate(database.url, folder);
  const file = await draft(database.url, "add name", folder);
  expect(file).toMatch(/\/migrations\/\d{14}_add_name\/migration\.sql$/);
  expect(await readFile(file ?? "", "utf8")).toContain('ADD COLUMN     "name" TEXT NOT NULL');
  await migrate(database.url, folder);
  expect(await draft(database.url, "nothing", folder)).toBeUndefined();
});

const SLEEPING = "SELECT pid FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()";

const schema = (fields: string) => `datasource db {\n  provider = "postgresql"\n}\n\nmodel thing {\n  ${fields}\n}\n`;

async function add(name: string, script: string): Promise<void> {
  await mkdir(join(folder, "migrations", name), { recursive: true });
  await writeFile(join(folder, "migrations", name, "migration.sql"), script);
}

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

test("the outbox takes over what is pending and the records of the rest, and open tasks keep the values that they were given", async () => {
  const past = join(folder, "past");
  await cp(join(import.meta.dirname, "../../../../prisma"), past, { recursive: true });
  const later = (await readdir(join(past, "migrations"))).filter(
    (name) => /^\d/.test(name) && name >= "20261127173000",
  );
  for (const name of later) await rm(join(past, "migrations", name), { recursive: true });
  await migrate(database.url, past);
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

  const tasks = await db.pool.query(
    "select id::int, held, encode(given, 'hex') as given from task where id < 20 order by id",
  );
  expect(tasks.rows).toEqual([
    { id: 10, held: false, given: "10" },
    { id: 11, held: false, given: "11" },
    { id: 12, held: true, given: "12" },
    { id: 13, held: false, given: null },
  ]);
});
