import { parentPort, workerData } from "node:worker_threads";
import type { SchemaEngine } from "@prisma/schema-engine-wasm";
import { openEngine } from "./engine.ts";
import { readMigrations, readSchema, type Schema } from "./files.ts";
import type { EngineAnswer, EngineTask } from "./migrate.ts";

const everything = { externalTables: [], externalEnums: [] };

/** Applies missing migrations. Each is one transaction, so one that was interrupted left nothing and is retried. */
async function apply(engine: SchemaEngine, folder: string): Promise<string[]> {
  const migrationsList = await readMigrations(folder);
  const { failedMigrationNames } = await engine.diagnoseMigrationHistory({
    migrationsList,
    optInToShadowDatabase: false,
    filters: everything,
  });
  for (const migrationName of failedMigrationNames) await engine.markMigrationRolledBack({ migrationName });
  const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList, filters: everything });
  return appliedMigrationNames;
}

/** The SQL from the migrations' schema to that of schema.prisma; undefined if they are equal. */
async function diff(engine: SchemaEngine, folder: string, schema: Schema): Promise<string | undefined> {
  const { exitCode, stdout } = await engine.diff({
    from: { tag: "migrations", ...(await readMigrations(folder)) },
    to: { tag: "schemaDatamodel", files: schema },
    script: true,
    exitCode: true,
    filters: everything,
  });
  return exitCode === 2 ? (stdout ?? "") : undefined;
}

async function answer({ kind, url, folder }: EngineTask): Promise<EngineAnswer> {
  try {
    const schema = await readSchema(folder);
    const engine = await openEngine(url, schema);
    return { value: kind === "apply" ? await apply(engine, folder) : await diff(engine, folder, schema) };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.postMessage(await answer(workerData as EngineTask));
