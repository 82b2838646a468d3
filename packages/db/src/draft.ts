import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PRISMA } from "./migration/files.ts";
import { diffMigrations } from "./migration/run-engine.ts";

/**
 * The SQL from the migrations' schema to that of schema.prisma; undefined if they agree. What Prisma cannot express
 * (checks, partial indexes) is not compared. `url` is a server on which a temporary database is created.
 */
export function drift(url: string, folder = PRISMA): Promise<string | undefined> {
  return diffMigrations(url, folder);
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
