import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { openFolder } from "../../../../tests/folder.ts";
import { migrationNames, PRISMA } from "../migration/files.ts";
import { migrate } from "../migration/migrate.ts";
import { openClient } from "../servers.ts";
import { ask, type ClonedDatabase, cloneDatabase } from "../testing.ts";
import { backup, restore } from "./backup.ts";

const folder = openFolder();
const file = join(folder, "whole.backup");
const mark = "mark of a secret";

/** What COPY writes in its own way, and more than a chunk of it. */
const awkward = [
  "\\.",
  "\\.\n",
  "a\\.\nb",
  "\t\\N\r\n\b\f\v",
  "ä€𝄞",
  "",
  "x".repeat(300_000),
  "\n\\.\n".repeat(30_000),
];

const source = await cloneDatabase();
await ask(
  source.url,
  "insert into account (email, available) values ('ada@example.org', 12), ('bob@example.org', 0)",
  `insert into ledger_entry (account_id, kind, available, held, platform, note)
   select 1, 'correction', n, 0, -n, note
     from unnest(array[${awkward.map(pg.escapeLiteral).join()}]) with ordinality as u(note, n)`,
  "insert into template (name) values ('Loop')",
  `insert into template_version (template_id, number, document) values (1, 1, '{"a": "\\n"}')`,
  "update template set current_version_id = 1",
  "select nextval('task_id_block'), nextval('task_id_block')",
);
await backup(source.url, file, mark);
afterAll(() => source.drop());

/** A database as PostgreSQL makes it, without any table. */
async function emptyDatabase(): Promise<ClonedDatabase> {
  const made = await cloneDatabase();
  await ask(made.url, "drop schema public cascade; create schema public");
  return made;
}

/** For each table the hash of its rows, and where the sequences stand. */
async function fingerprints(url: string): Promise<Record<string, string>> {
  await using client = await openClient(url, "fingerprints");
  const { rows } = await client.query<{ name: string; kind: string }>(
    `select relname as name, relkind as kind from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'S') and relname <> '_prisma_migrations'`,
  );
  const found: Record<string, string> = {};
  for (const { name, kind } of rows) {
    const ofRows = `md5(coalesce(string_agg(t::text, E'\\n' order by t::text), ''))`;
    const what = kind === "S" ? "last_value || ' ' || is_called" : ofRows;
    const answer = await client.query(`select ${what} as hash from ${pg.escapeIdentifier(name)} t`);
    found[name] = answer.rows[0].hash;
  }
  return found;
}

test("R16: what was backed up is restored with equal row hashes, its sequences and its constraints", async () => {
  await using target = await emptyDatabase();
  const restored = await restore(target.url, file, mark);
  expect(restored.rows).toMatchObject({ account: 2, ledger_entry: awkward.length, template: 1 });
  expect(restored.applied).toEqual([]);
  expect(await fingerprints(target.url)).toEqual(await fingerprints(source.url));
  const rows = await ask(target.url, "select note from ledger_entry order by id");
  expect(rows.map(({ note }) => note)).toEqual(awkward);

  const constraints = (url: string) =>
    ask(
      url,
      `select conrelid::regclass::text as of, conname, pg_get_constraintdef(oid) as says, convalidated
         from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2`,
    );
  expect(await constraints(target.url)).toEqual(await constraints(source.url));
  // And is backed up to the very same.
  const again = join(folder, "again.backup");
  await backup(target.url, again, mark);
  const rowsOf = (path: string) => gunzipSync(readFileSync(path)).toString().split("\n").slice(1);
  expect(rowsOf(again)).toEqual(rowsOf(file));
});

test("R16: a backup is of one moment, however long it takes", async () => {
  await using busy = await cloneDatabase();
  await ask(busy.url, "insert into account (email) values ('ada@example.org')");
  let going = true;
  let moves = 0;
  const trafficUntilThen = async () => {
    await using client = await openClient(busy.url, "traffic");
    for (; going; moves++)
      await client.query(
        `with e as (insert into ledger_entry (account_id, kind, available, held, platform) values (1, 'top_up', 1, 0, -1))
         update account set available = available + 1`,
      );
  };
  const traffic = trafficUntilThen();
  await expect.poll(() => moves).toBeGreaterThan(20);
  const moving = join(folder, "moving.backup");
  await backup(busy.url, moving, mark);
  going = false;
  await traffic;
  await using target = await emptyDatabase();
  await restore(target.url, moving, mark);
  const rows = await ask(target.url, "select available, (select count(*) from ledger_entry) as entries from account");
  expect(rows[0].available).toBe(rows[0].entries);
});

test("R16: a backup of an older version is restored with the tables of then, and brought up to date", async () => {
  const names = await migrationNames(PRISMA);
  const past = join(folder, "past");
  cpSync(join(PRISMA, "schema.prisma"), join(past, "schema.prisma"));
  cpSync(join(PRISMA, "migrations", names[0] ?? ""), join(past, "migrations", names[0] ?? ""), { recursive: true });
  await using old = await emptyDatabase();
  await using target = await emptyDatabase();
  await migrate(old.url, past);
  await ask(
    old.url,
    "insert into account (email) values ('ada@example.org')",
    "insert into application (account_id, name) values (1, 'Exporter')",
    "insert into count (application_id, metric, bucket, n) values (1001, 'view', '2026-01-01Z', 7)",
  );
  const older = join(folder, "older.backup");
  await backup(old.url, older, mark);
  expect((await restore(target.url, older, mark)).applied).toEqual(names.slice(1));
  await migrate(old.url);
  expect(await fingerprints(target.url)).toEqual(await fingerprints(old.url));
});

test("a file that exists is not overwritten, and none is left where a backup fails, or of a full disk, which one sentence says", async () => {
  const before = readFileSync(file);
  await expect(backup(source.url, file, mark)).rejects.toThrow("There is already a file");
  expect(readFileSync(file)).toEqual(before);
  await expect(backup(source.url, join(folder, "a", "b.backup"), mark)).rejects.toThrow(
    `There is no folder ${folder}/a`,
  );
  await using empty = await emptyDatabase();
  await expect(backup(empty.url, join(folder, "none.backup"), mark)).rejects.toThrow("nothing to back up");
  await backup(source.url, join(folder, "none.backup"), mark);

  const full = join(folder, "full.backup");
  symlinkSync("/dev/full", `${full}.${process.pid}.part`);
  await expect(backup(source.url, full, mark)).rejects.toThrow(
    `${full} cannot be written, because the disk is full: name a file in another folder.`,
  );
  expect(readdirSync(folder).filter((name) => name.startsWith("full"))).toEqual([]);
});

test.each<{ what: string; bytes: () => Buffer; says: RegExp; secret?: string }>([
  { what: "that is cut short", bytes: () => readFileSync(file).subarray(0, -2_000), says: /cut short or damaged/ },
  { what: "of another kind", bytes: () => gzipSync('{"a":1}\n'), says: /is no backup of Gatepost/ },
  {
    what: "of a newer version",
    bytes: () => gzipSync(`{"gatepost":"backup","version":1,"migrations":["20990101000000_later"]}\n`),
    says: /newer version/,
  },
  { what: "of another secret", bytes: () => readFileSync(file), secret: "another", says: /under another secret/ },
])("a file $what is refused in a sentence, and nothing is restored", async ({ bytes, says, secret = mark }) => {
  const path = join(folder, "odd.backup");
  writeFileSync(path, bytes());
  await using target = await emptyDatabase();
  await expect(restore(target.url, path, secret)).rejects.toThrow(says);
  const rows = await ask(target.url, "select to_regclass('account') as made");
  if (rows[0].made) {
    expect(await ask(target.url, "select 1 from account")).toEqual([]);
    // So the right file can follow.
    await restore(target.url, file, mark);
  }
});

test("a file with one flipped bit, wherever it is, is refused in a sentence before anything is restored", async () => {
  const whole = readFileSync(file);
  const path = join(folder, "flipped.backup");
  await using target = await emptyDatabase();
  // What comes before says how it was packed; the last eight bytes are its checksum and its length.
  const header = 10;
  const places = Array.from({ length: 20 }, (_, n) => header + Math.floor((n / 20) * (whole.length - header)));
  for (const at of [...places, whole.length - 8, whole.length - 1]) {
    const bytes = Buffer.from(whole);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    writeFileSync(path, bytes);
    const restoring = restore(target.url, path, mark);
    await expect(restoring, `byte ${at} of ${whole.length}`).rejects.toThrow(/cut short or damaged|is no backup/);
  }
  const rows = await ask(target.url, "select to_regclass('account') as made");
  expect(rows).toEqual([{ made: null }]);
});

test("a backup is not restored into a database that has data", async () => {
  await expect(restore(source.url, file, mark)).rejects.toThrow("holds data already");
});
