import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
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

test("a script with semicolons in strings and functions runs as it is written", async () => {
  await add(
    "2_function",
    `CREATE FUNCTION two() RETURNS text LANGUAGE plpgsql AS $$ BEGIN RETURN 'a;b'; END $$ -- end`,
  );
  await migrate(database.url, folder);
  expect((await db.pool.query("SELECT two()")).rows).toEqual([{ two: "a;b" }]);
});

test("a script that fails changes nothing, reports why, and runs again once it is corrected", async () => {
  await add("2_broken", "CREATE TABLE half (); SELECT 1/0");
  await expect(migrate(database.url, folder)).rejects.toThrow(/2_broken[\s\S]*division by zero/);
  expect(await compareMigrations(database.url, folder)).toMatchObject({ pending: ["2_broken"] });
  await add("2_broken", "CREATE TABLE half ()");
  expect(await migrate(database.url, folder)).toEqual({ applied: ["2_broken"] });
});

test("R12: a run that was killed in the middle of a script is finished by the next one", async () => {
  await add("2_slow", "CREATE TABLE slow (); SELECT pg_sleep(1)");
  const run = `import { migrate } from ${JSON.stringify(join(import.meta.dirname, "migrate.ts"))};
    await migrate(${JSON.stringify(database.url)}, ${JSON.stringify(folder)});`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", run], { stdio: "inherit" });
  await until(async () => (await db.pool.query(SLEEPING)).rowCount === 1);
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

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 20));
}
