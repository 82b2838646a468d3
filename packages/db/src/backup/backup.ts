import { createWriteStream, existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { findServer, openClient } from "../servers.ts";
import { type BackupTable, type BackupTail, backupFormat, endOfRows, plainSession } from "./format.ts";
import { migrationsOf, sequencesOf, tablesOf } from "./tables.ts";

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
    if (path !== part) throw error;
    const why = code === "ENOSPC" ? "the disk is full" : code === "EROFS" ? "it is read-only" : "this user may not";
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
  yield line({ ...backupFormat, at: new Date().toISOString(), migrations: await migrationsOf(client), secretMark });
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
