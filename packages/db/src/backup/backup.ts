import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { migrationNames, PRISMA } from "../migration/files.ts";
import { DONE, migrate } from "../migration/migrate.ts";
import { findServer, openClient } from "../servers.ts";
import {
  type BackupHead,
  type BackupReader,
  type BackupTable,
  type BackupTail,
  backupFormat,
  endOfRows,
  plainSession,
  readBackup,
} from "./format.ts";

/**
 * Writes everything in the database to one file, as of one moment, while the service goes on working. The file appears
 * when it is complete, readable by its owner only; an existing file is not overwritten. `secretMark` identifies the
 * secret with which the values are encrypted, without revealing it. Returns the numbers of rows by table, and the file's bytes.
 */
export async function backup(url: string, file: string, secretMark: string) {
  if (existsSync(file)) throw new Error(`There is already a file ${file}: name another one.`);
  if (!existsSync(dirname(file))) throw new Error(`There is no folder ${dirname(file)}: make it, or name another one.`);
  await using client = await openClient(await findServer(url), "gatepost backup", { keepAlive: true });
  const part = `${file}.${process.pid}.part`;
  try {
    const rows: Record<string, number> = {};
    const out = createWriteStream(part, { mode: 0o600, flush: true });
    await pipeline(Readable.from(contents(client, rows, secretMark)), createGzip(), out);
    await rename(part, file);
    return { rows, bytes: out.bytesWritten };
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    // Of a write, Node.js does not say the path.
    const isFull = code === "ENOSPC" || code === "EDQUOT";
    if (path !== part && !isFull) throw error;
    const why = isFull ? "the disk is full" : code === "EROFS" ? "it is read-only" : "this user may not";
    throw new Error(`${file} cannot be written, because ${why}: name a file in another folder.`, { cause: error });
  } finally {
    // Where the folder may not be entered, this fails too, and the reason is known.
    await rm(part, { force: true }).catch(() => {});
  }
}

async function* contents(client: pg.Client, rows: Record<string, number>, secretMark: string) {
  await client.query(plainSession);
  await client.query("begin isolation level repeatable read read only");
  const tables = await tablesOf(client);
  if (tables.length === 0) throw new Error("The database has no tables yet: there is nothing to back up.");
  if (tables.some(({ table }) => table === "installation")) await requireMark(client, secretMark);
  // From here on the tables cannot be altered.
  await client.query(
    `lock table ${tables.map(({ table }) => pg.escapeIdentifier(table)).join(", ")} in access share mode`,
  );
  const done = await client.query<{ migration_name: string }>(`${DONE} ORDER BY 1`);
  const migrations = done.rows.map((row) => row.migration_name);
  yield line({ ...backupFormat, at: new Date().toISOString(), migrations, secretMark });
  for (const { table, columns } of tables) {
    yield line({ table, columns } satisfies BackupTable);
    const names = columns.map((column) => pg.escapeIdentifier(column)).join(", ");
    const copied = client.query(copyTo(`copy ${pg.escapeIdentifier(table)} (${names}) to stdout`));
    yield* copied;
    rows[table] = copied.rowCount;
    yield `${endOfRows}\n`;
  }
  // Sequences are not part of the snapshot, but at least as far as the rows need.
  yield line({ sequences: await sequencesOf(client), rows } satisfies BackupTail);
  await client.query("commit");
}

/** A backup whose mark does not match its values could never be read again. */
async function requireMark(client: pg.Client, secretMark: string): Promise<void> {
  const { rows } = await client.query<{ mark: string }>("select secret_mark as mark from installation where id = 1");
  if (rows.length > 0 && rows[0]?.mark !== secretMark)
    throw new Error(
      "The values in this database are encrypted under another secret than the one given, or a change of it was interrupted: set the right one, or finish the change with npx gatepost secret rotate.",
    );
}

function line(value: object): string {
  return `${JSON.stringify(value)}\n`;
}

/**
 * Restores a backup into an empty database: the tables as they were when it was made, its rows all or none, and then
 * the migrations since. Rejects with one sentence if the file is not a complete backup, or is of a newer version or
 * another secret, or if the database is not empty. Returns when it was made, its rows, and the migrations that were applied.
 */
export async function restore(url: string, file: string, secretMark: string) {
  const reader = readBackup(file);
  try {
    const head = await headOf(reader, file);
    if (head.secretMark !== secretMark) throw new Error(otherSecret);
    await using client = await openClient(await findServer(url), "gatepost restore", { keepAlive: true });
    await requireEmpty(client);
    // As of that time, so that its rows have the columns that they need.
    await migrate(url, PRISMA, head.migrations);
    const rows = await fill(client, reader).catch((error: Error) => {
      throw isCut(error) ? damaged(file, error) : error;
    });
    await client.query("analyze");
    const { applied } = await migrate(url);
    return { at: head.at, rows, applied };
  } finally {
    await reader.close();
  }
}

const otherSecret =
  "The backup was made under another secret, without which nobody can read its values: put that secret into " +
  "GATEPOST_SECRET, or into the file secret of the data folder.";

async function headOf(reader: BackupReader, file: string): Promise<BackupHead> {
  const head = (await reader.line().catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === "ENOENT") throw new Error(`There is no file ${file}.`, { cause });
    throw new Error(`${file} is no backup of Gatepost.`, { cause });
  })) as Partial<BackupHead>;
  if (head.gatepost !== backupFormat.gatepost) throw new Error(`${file} is no backup of Gatepost.`);
  await requireWhole(file);
  const known = await migrationNames(PRISMA);
  const unknown = head.migrations?.find((name) => !known.includes(name));
  if (head.version !== backupFormat.version || unknown)
    throw new Error(`${file} was made by a newer version of Gatepost: restore it with that one.`);
  return head as BackupHead;
}

/** Reads the file to its end, where its checksum is, because a damaged file may still be readable as rows. */
async function requireWhole(file: string): Promise<void> {
  const skip = async (chunks: AsyncIterable<Buffer>) => {
    for await (const _ of chunks);
  };
  await pipeline(createReadStream(file), createGunzip(), skip).catch((cause: Error) => {
    throw damaged(file, cause);
  });
}

function damaged(file: string, cause: Error): Error {
  return new Error(`${file} is cut short or damaged; nothing was restored.`, { cause });
}

/** What the database already contains. Tables without rows do not count. */
async function requireEmpty(client: pg.Client): Promise<void> {
  for (const { table } of await tablesOf(client)) {
    if (table === clockTable) continue;
    const { rows } = await client.query(`select 1 from ${pg.escapeIdentifier(table)} limit 1`);
    if (rows.length > 0)
      throw new Error(
        "The database holds data already: restore into an empty one, such as that of a new GATEPOST_DATA_DIR.",
      );
  }
}

/** All rows in one transaction. Foreign keys are created again at its end, which validates them. */
async function fill(client: pg.Client, reader: BackupReader): Promise<Record<string, number>> {
  await client.query(plainSession);
  await client.query("begin");
  try {
    const keys = await foreignKeys(client);
    for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
    const rows: Record<string, number> = {};
    let part = (await reader.line()) as BackupTable | BackupTail;
    while ("table" in part) {
      // The backup's own row replaces the one that the migration wrote.
      if (part.table === clockTable) await client.query(`delete from ${clockTable}`);
      const columns = part.columns.map((column) => pg.escapeIdentifier(column)).join(", ");
      const copied = client.query(copyFrom(`copy ${pg.escapeIdentifier(part.table)} (${columns}) from stdin`));
      await pipeline(Readable.from(reader.rows()), copied);
      rows[part.table] = copied.rowCount;
      part = (await reader.line()) as BackupTable | BackupTail;
    }
    for (const [table, count] of Object.entries(part.rows))
      if (rows[table] !== count)
        throw new Error(`unexpected end of file: ${table} has ${rows[table]} of ${count} rows`);
    for (const [name, { value, called }] of Object.entries(part.sequences))
      await client.query("select setval(quote_ident($1)::regclass, $2::bigint, $3)", [name, value, called]);
    for (const { table, name, definition } of keys)
      await client.query(`alter table ${table} add constraint ${name} ${definition}`);
    await client.query("commit");
    return rows;
  } catch (error) {
    await client.query("rollback").catch(() => {});
    throw error;
  }
}

async function foreignKeys(client: pg.Client) {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
       from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`,
  );
  return rows;
}

/** Whether a compressed file is truncated. */
function isCut(error: Error): boolean {
  return error instanceof SyntaxError || /^unexpected end of file/.test(error.message);
}

/** Prisma's history, which a restore writes by migrating. */
const history = "_prisma_migrations";

/** The service's clock, whose one row is written by a migration. */
const clockTable = "service_clock";

/**
 * The tables with the installation's data, and their columns. Unlogged tables may be lost at any crash, so they are not
 * backed up.
 */
async function tablesOf(client: pg.Client): Promise<BackupTable[]> {
  const { rows } = await client.query<BackupTable>(
    `select c.relname as table, array_agg(a.attname::text order by a.attnum) as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p' and c.relname <> $1
      group by 1 order by 1`,
    [history],
  );
  return rows;
}

async function sequencesOf(client: pg.Client): Promise<BackupTail["sequences"]> {
  const { rows } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' order by 1",
  );
  const sequences: BackupTail["sequences"] = {};
  for (const { name } of rows) {
    const found = await client.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from ${pg.escapeIdentifier(name)}`,
    );
    if (found.rows[0]) sequences[name] = found.rows[0];
  }
  return sequences;
}
