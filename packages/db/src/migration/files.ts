import { readdir } from "node:fs/promises";
import { join } from "node:path";

/** The folder that holds schema.prisma and migrations/. */
export const PRISMA = join(import.meta.dirname, "../../../../prisma");

/** The names of all migrations, oldest first. */
export async function migrationNames(folder: string): Promise<string[]> {
  const entries = await readdir(join(folder, "migrations"), { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}
