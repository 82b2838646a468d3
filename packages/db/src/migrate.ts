import pg from "pg";
import { migrationNames, PRISMA } from "./migration/files.ts";
import { MIGRATING, SCRIPT_RUNS } from "./migration/locks.ts";
import { applyMigrations } from "./migration/run-engine.ts";
import { applyGrants } from "./roles/apply-grants.ts";
import { findServer } from "./servers.ts";

/**
 * Migrates the database to the newest version, with Prisma's engine and history, and then grants the roles of web and
 * worker the privileges of grants.ts. `address` is that of the tables' owner. Returns the applied migrations. Any
 * number of processes may call it at once: one works, and the others wait and find nothing to do. An interrupted run is
 * completed. Rejects if a newer version has migrated the database.
 */
export async function migrate(address: string, folder = PRISMA): Promise<{ applied: string[] }> {
  const url = await findServer(address);
  await requireNotNewer(url, folder);
  const applied = await applyPending(url, folder);
  // Not everything in grants.ts exists while an older version's tables are created to restore a backup into them.
  if (folder === PRISMA) await applyGrants(url);
  return { applied };
}

async function applyPending(url: string, folder: string): Promise<string[]> {
  // Nearly always there is nothing to do, and loading the engine takes a second on a busy machine.
  if ((await pending(url, folder)).length === 0) return [];
  const holder = new pg.Client({ connectionString: url, application_name: "gatepost migration lock", keepAlive: true });
  holder.on("error", () => {});
  await holder.connect();
  try {
    await holder.query("BEGIN");
    await holder.query("SELECT pg_advisory_xact_lock($1)", [MIGRATING]);
    await holder.query("SAVEPOINT waited");
    await holder.query("SELECT pg_advisory_xact_lock($1)", [SCRIPT_RUNS]);
    await holder.query("ROLLBACK TO waited");
    return await applyMigrations(url, folder);
  } catch (error) {
    const [next] = await pending(url, folder).catch(() => []);
    throw next ? new Error(`The migration ${next} failed: ${(error as Error).message}`, { cause: error }) : error;
  } finally {
    await holder.end();
  }
}

/** The migrations of this version that the database has not completed, oldest first. One small query. */
export async function pending(url: string, folder = PRISMA): Promise<string[]> {
  return (await compare(url, folder)).pending;
}

async function requireNotNewer(url: string, folder: string): Promise<void> {
  const { unknown } = await compare(url, folder);
  if (unknown)
    throw new Error(
      `A newer version of Gatepost has migrated the database (${unknown}). Start that version, or restore the backup ` +
        "from before the upgrade into an empty database.",
    );
}

/** `unknown`: a migration that the database has completed and this version does not have. */
async function compare(url: string, folder: string): Promise<{ pending: string[]; unknown?: string | undefined }> {
  const client = new pg.Client({ connectionString: await findServer(url), application_name: "gatepost pending" });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ migration_name: string }>(
      "SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL",
    );
    const done = new Set(rows.map((row) => row.migration_name));
    const known = new Set(await migrationNames(folder));
    return { pending: [...known.difference(done)], unknown: [...done.difference(known)][0] };
  } catch (error) {
    // 42P01, undefined table: no migration has run yet.
    if ((error as pg.DatabaseError).code === "42P01") return { pending: await migrationNames(folder) };
    throw error;
  } finally {
    await client.end();
  }
}
