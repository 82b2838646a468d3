import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The top folder of the checkout. The npm package runs on Node.js 20.3, which has no import.meta.dirname. */
export const ROOT = join(fileURLToPath(new URL(".", import.meta.url)), "../../..");

/** Sets what a file of settings has and the environment has not. Throws one sentence if there is one that cannot be read. */
export function loadSettingsFile(file: string): void {
  if (!existsSync(file)) return;
  try {
    process.loadEnvFile(file);
  } catch {
    // Of a file that this user may not read, Node.js says that there is none.
    throw new Error(`${file} cannot be read: start Gatepost as a user who may read it, or remove it.`);
  }
  // Some editors begin a file with a byte-order mark, which is not part of the first name.
  for (const name of Object.keys(process.env))
    if (name.startsWith("\ufeff")) process.env[name.slice(1)] ??= process.env[name];
}
