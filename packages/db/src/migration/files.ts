import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { MigrationList, SchemaContainer } from "@prisma/schema-engine-wasm";

/** The folder that holds schema.prisma and migrations/. */
export const PRISMA = join(import.meta.dirname, "../../../../prisma");

export type Schema = SchemaContainer[];

export async function readSchema(folder: string): Promise<Schema> {
  const path = join(folder, "schema.prisma");
  return [{ path, content: await readFile(path, "utf8") }];
}

/** The names of all migrations, oldest first. */
export async function migrationNames(folder: string): Promise<string[]> {
  const entries = await readdir(join(folder, "migrations"), { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

/** All migrations in the form that the engine needs. */
export async function readMigrations(folder: string): Promise<MigrationList> {
  const baseDir = join(folder, "migrations");
  const names = await migrationNames(folder);
  return {
    baseDir,
    lockfile: { path: "migration_lock.toml", content: 'provider = "postgresql"\n' },
    shadowDbInitScript: "",
    migrationDirectories: await Promise.all(
      names.map(async (path) => ({
        path,
        migrationFile: {
          path: "migration.sql",
          content: { tag: "ok" as const, value: await readFile(join(baseDir, path, "migration.sql"), "utf8") },
        },
      })),
    ),
  };
}
