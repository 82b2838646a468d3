import pg from "pg";
import { migrationNames, PRISMA } from "./migration/files.ts";
import { MIGRATING, SCRIPT_RUNS } from "./migration/locks.ts";
import { applyMigrations } from "./migration/run-engine.ts";
import { applyGrants } from "./roles/apply-grants.ts";
import { findServer } from "./servers.ts";

/**
 * Brings the database to the newest migration, with Prisma's engine and in Prisma's history, and then gives the roles of
 * web and worker the privileges of grants.ts. `address` is that of the tables' owner. Returns what was applied. Any number may
 * call it at once: one works, the others wait and then find nothing to do. What an interrupted run left half-done is done
 * again.
 */
export async function migrate(address: string, folder = PRISMA): Promise<{ applied: string[] }> {
  const url = await findServer(address);
  const applied = await applyPending(url, folder);
  // What grants.ts names is not all there while an older version's tables are made, to restore a backup into them.
  if (folder === PRISMA) await applyGrants(url);
  return { applied };
}

async function applyPending(url: string, folder: string): Promise<string[]> {
  // Nearly always there is nothing to do, and the engine takes a second to load on a busy machine.
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

/** The migrations that this version brings and the database has not ended, oldest first. One small query. */
export async function pending(url: string, folder = PRISMA): Promise<string[]> {
  const client = new pg.Client({ connectionString: await findServer(url), application_name: "gatepost pending" });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ migration_name: string }>(
      "SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL",
    );
    const done = new Set(rows.map((row) => row.migration_name));
    return (await migrationNames(folder)).filter((name) => !done.has(name));
  } catch (error) {
    // 42P01, undefined table: nobody has migrated yet.
    if ((error as pg.DatabaseError).code === "42P01") return migrationNames(folder);
    throw error;
  } finally {
    await client.end();
  }
}
