import { existsSync } from "node:fs";
import { join } from "node:path";

/** The top folder of the checkout. */
export const ROOT = join(import.meta.dirname, "../../..");

/** Sets what a file of settings has and the environment has not. Throws one sentence if there is one that cannot be read. */
export function loadSettingsFile(file: string): void {
  if (!existsSync(file)) return;
  try {
    process.loadEnvFile(file);
  } catch {
    // Of a file that this user may not read, Node.js says that there is none.
    throw new Error(`${file} cannot be read: start Gatepost as a user who may read it, or remove it.`);
  }
}
