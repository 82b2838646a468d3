import { existsSync } from "node:fs";
import { chmod, mkdir } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { isRoot } from "./user.ts";

/**
 * Creates a folder for data, and the folders above it, whatever the umask. Only its owner can list them; root's can be
 * traversed by others, because the server below runs as an ordinary user. Existing folders are unchanged.
 */
export async function makeDataFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true }).catch(async (error: NodeJS.ErrnoException) => {
    // Node.js reports a folder that cannot be made in a read-only one as missing; asked for it alone, the system says why.
    if (error.code === "ENOENT") await mkdir(firstMissing(path));
    throw error;
  });
  if (first === undefined) return;
  for (let made = resolve(path); made.length >= resolve(first).length; made = dirname(made)) {
    await chmod(made, isRoot() ? 0o711 : 0o700);
  }
}

/** The first folder on the way to a path that does not exist. */
function firstMissing(path: string): string {
  let missing = resolve(path);
  while (dirname(missing) !== missing && !existsSync(dirname(missing))) missing = dirname(missing);
  return missing;
}
