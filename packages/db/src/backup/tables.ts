import pg from "pg";
import type { BackupTable, BackupTail } from "./format.ts";

/** Prisma's history, which a restore writes by migrating. */
const history = "_prisma_migrations";

/** The service's clock, whose one row is written by a migration. */
export const clockTable = "service_clock";

/**
 * The tables with the installation's data, and their columns. Unlogged tables may be lost at any crash, so they are not
 * backed up.
 */
export async function tablesOf(client: pg.Client): Promise<BackupTable[]> {
  const { rows } = await client.query<BackupTable>(
    `select c.relname as table, array_agg(a.attname::text order by a.attnum) as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p' and c.relname <> $1
      group by 1 order by 1`,
    [history],
  );
  return rows;
}

export async function sequencesOf(client: pg.Client): Promise<BackupTail["sequences"]> {
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
