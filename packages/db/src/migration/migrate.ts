import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type pg from "pg";
import { MIGRATING, SCRIPT_RUNS } from "../locks.ts";
import { applyGrants } from "../roles/apply-grants.ts";
import { findServer, openClient } from "../servers.ts";
import { migrationNames, PRISMA } from "./files.ts";

/**
 * Migrates the database to the newest version, with Prisma's engine and history, and then grants the roles of web and
 * worker the privileges of grants.ts. `address` is that of the tables' owner. Returns the applied migrations. Any
 * number of processes may call it at once: one works, and the others wait and find nothing to do. An interrupted run is
 * completed. Rejects if a newer version has migrated the database.
 */
export async function migrate(address: string, folder = PRISMA): Promise<{ applied: string[] }> {
  const url = await findServer(address);
  const { pending, unknown } = await compareMigrations(url, folder);
  if (unknown)
    throw new Error(
      `A newer version of Gatepost has migrated the database (${unknown}). Start that version, or restore the backup ` +
        "from before the upgrade into an empty database.",
    );
  // Nearly always there is nothing to do, and loading the engine takes a second on a busy machine.
  const applied = pending.length === 0 ? [] : await applyPending(url, folder);
  // Not everything in grants.ts exists while an older version's tables are created to restore a backup into them.
  if (folder === PRISMA) await applyGrants(url);
  return { applied };
}

async function applyPending(url: string, folder: string): Promise<string[]> {
  await using holder = await openClient(url, "gatepost migration lock", { keepAlive: true });
  try {
    await holder.query("BEGIN");
    await holder.query("SELECT pg_advisory_xact_lock($1)", [MIGRATING]);
    await holder.query("SAVEPOINT waited");
    await holder.query("SELECT pg_advisory_xact_lock($1)", [SCRIPT_RUNS]);
    await holder.query("ROLLBACK TO waited");
    return (await run({ kind: "apply", url, folder })) as string[];
  } catch (error) {
    const { pending } = await compareMigrations(url, folder).catch(() => ({ pending: [] }));
    const [next] = pending;
    throw next ? new Error(`The migration ${next} failed: ${(error as Error).message}`, { cause: error }) : error;
  }
}

/**
 * Compares the database with this version, by one small query. `pending`: the migrations that it has not completed, oldest first.
 * `unknown`: one that it has completed and this version does not have.
 */
export async function compareMigrations(url: string, folder = PRISMA) {
  await using client = await openClient(await findServer(url), "gatepost pending");
  try {
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
  }
}

export type EngineTask = { kind: "apply" | "diff"; url: string; folder: string };
export type EngineAnswer = { value: unknown } | { failure: string };

/** In a thread of its own, which ends with the result, because the engine would keep the process alive. */
function run(task: EngineTask): Promise<unknown> {
  // Flags of the process (an --eval, an --import) are not passed to the thread.
  const thread = new Worker(new URL("./engine-thread.ts", import.meta.url), { workerData: task, execArgv: [] });
  return new Promise((resolve, reject) => {
    thread.on("message", (answer: EngineAnswer) => {
      void thread.terminate();
      if ("failure" in answer) reject(new Error(essence(answer.failure)));
      else resolve(answer.value);
    });
    thread.on("error", reject);
    thread.on("exit", () => reject(new Error("The migration engine ended without an answer.")));
  });
}

/** The engine puts a line of its own before a message of PostgreSQL, and its call stack after it. */
function essence(message: string): string {
  const [head = message] = message.split(/\n\s+0: /);
  return head.replace(/^external connector error\n(Error querying the database: )?/, "").trim();
}

/**
 * The SQL from the migrations' schema to that of schema.prisma; undefined if they agree. What Prisma cannot express
 * (checks, partial indexes) is not compared. `url` is a server on which a temporary database is created.
 */
export function drift(url: string, folder = PRISMA) {
  return run({ kind: "diff", url, folder }) as Promise<string | undefined>;
}

/** Writes the next migration, to be read before it is applied. Returns its file, or undefined if nothing changed. */
export async function draft(url: string, name: string, folder = PRISMA): Promise<string | undefined> {
  const script = await drift(url, folder);
  if (script === undefined) return undefined;
  const now = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
  const made = join(folder, "migrations", `${now}_${name.replace(/\W+/g, "_").toLowerCase()}`);
  await mkdir(made);
  const file = join(made, "migration.sql");
  await writeFile(file, script);
  return file;
}
