import { chmod, mkdir } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { isRoot } from "./user.ts";

/**
 * Creates a folder for data, and the folders above it, whatever the umask. Only its owner can list them; root's can be
 * traversed by others, because the server below runs as an ordinary user. Existing folders are unchanged.
 */
export async function makeDataFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true });
  if (first === undefined) return;
  for (let made = resolve(path); made.length >= resolve(first).length; made = dirname(made)) {
    await chmod(made, isRoot() ? 0o711 : 0o700);
  }
}
