import { createReadStream } from "node:fs";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { migrationNames, PRISMA } from "../migration/files.ts";
import { migrate } from "../migration/migrate.ts";
import { findServer, openClient } from "../servers.ts";
import {
  type BackupHead,
  type BackupReader,
  type BackupTable,
  type BackupTail,
  backupFormat,
  plainSession,
  readBackup,
} from "./format.ts";
import { clockTable, tablesOf } from "./tables.ts";

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
    await makeTables(url, head.migrations);
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

/** With the migrations of that time, so that its rows have the columns that they need. */
async function makeTables(url: string, migrations: readonly string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "gatepost-restore-"));
  try {
    await cp(join(PRISMA, "schema.prisma"), join(folder, "schema.prisma"));
    for (const name of migrations)
      await cp(join(PRISMA, "migrations", name), join(folder, "migrations", name), { recursive: true });
    await migrate(url, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
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
