import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { applyGrants } from "../roles/apply-grants.ts";
import { findServer, MIGRATING, openClient } from "../servers.ts";
import { migrationNames, PRISMA } from "./files.ts";

/**
 * Migrates the database to the newest version, with Prisma's history, and then grants the roles of web and
 * worker the privileges of grants.ts. `address` is that of the tables' owner. Returns the applied migrations. Any
 * number of processes may call it at once: one works, and the others wait and find nothing to do. An interrupted run is
 * completed. Rejects if a newer version has migrated the database, or if it is another program's. `only`: these migrations, of which a
 * backup was made.
 */
export async function migrate(address: string, folder = PRISMA, only?: readonly string[]) {
  const url = await findServer(address);
  const { pending, unknown } = await compareMigrations(url, folder, only);
  if (unknown)
    throw new Error(
      `A newer version of Gatepost has migrated the database (${unknown}). Start that version, or restore the backup ` +
        "from before the upgrade into an empty database.",
    );
  const applied = pending.length === 0 ? [] : await apply(url, folder, pending);
  // Not everything in grants.ts exists in an older version's tables.
  if (folder === PRISMA && !only) await applyGrants(url);
  return { applied };
}

/** Prisma's, so that its own commands read it. */
export const HISTORY = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id varchar(36) PRIMARY KEY, checksum varchar(64) NOT NULL, finished_at timestamptz, migration_name varchar(255) NOT NULL,
    logs text, rolled_back_at timestamptz, started_at timestamptz NOT NULL DEFAULT now(), applied_steps_count int NOT NULL DEFAULT 0
  )`;

/** The migrations that have run. */
export const DONE =
  "SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL";

/** Each in a transaction of its own, which holds the lock, so that a run that is interrupted leaves nothing of it. */
async function apply(url: string, folder: string, names: readonly string[]): Promise<string[]> {
  await using client = await openClient(url, "gatepost migrate", { keepAlive: true });
  const applied: string[] = [];
  for (const name of names) {
    const script = await readFile(join(folder, "migrations", name, "migration.sql"), "utf8");
    const checksum = createHash("sha256").update(script).digest("hex");
    try {
      await client.query("BEGIN");
      await client.query("SELECT pg_advisory_xact_lock($1)", [MIGRATING]);
      await client.query(HISTORY);
      const { rowCount } = await client.query(
        `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
         SELECT gen_random_uuid(), $1::text, $2::text, now(), 1 WHERE $2 NOT IN (${DONE})`,
        [checksum, name],
      );
      if (rowCount) {
        await client.query(script);
        applied.push(name);
      }
      await client.query("COMMIT");
    } catch (error) {
      throw new Error(`The migration ${name} failed: ${(error as Error).message}`, { cause: error });
    }
  }
  return applied;
}

/**
 * Compares the database with this version, by one small query. `pending`: the migrations that it has not completed, oldest first.
 * `unknown`: one that it has completed and this version does not have.
 */
export async function compareMigrations(url: string, folder = PRISMA, only?: readonly string[]) {
  await using client = await openClient(await findServer(url), "gatepost pending");
  const known = new Set((await migrationNames(folder)).filter((name) => !only || only.includes(name)));
  // 42P01, undefined table: no migration has run yet.
  const { rows } = await client.query<{ migration_name: string }>(DONE).catch(async (error: pg.DatabaseError) => {
    if (error.code !== "42P01") throw error;
    await requireNoTables(client);
    return { rows: [] };
  });
  const done = new Set(rows.map((row) => row.migration_name));
  return { pending: [...known.difference(done)], unknown: [...done.difference(known)][0] };
}

/** Where an address names another program's database by mistake. A run beside this one may have made the history meanwhile. */
async function requireNoTables(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
        AND to_regclass('public._prisma_migrations') IS NULL
        AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
      LIMIT 1`,
  );
  if (rows[0])
    throw new Error(
      `The database is another program's: it has a table ${rows[0].name}, and none of Gatepost's. Give Gatepost an empty database.`,
    );
}
