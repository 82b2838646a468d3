import { chmod, mkdir } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { isRoot } from "./user.ts";

/**
 * Makes a folder for data, with the folders above it, whatever the umask. Only its owner can list what it makes; root's
 * can be passed through, since the server below runs as an ordinary user. Folders that exist stay as they are.
 */
export async function makeDataFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true });
  if (first === undefined) return;
  for (let made = resolve(path); made.length >= resolve(first).length; made = dirname(made)) {
    await chmod(made, isRoot() ? 0o711 : 0o700);
  }
}
