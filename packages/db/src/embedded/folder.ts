import { existsSync } from "node:fs";
import { chmod, mkdir, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { isRoot } from "./user.ts";

/**
 * Creates a folder for data, and the folders above it, whatever the umask. Only its owner can list them; root's can be
 * traversed by others, because the server below runs as an ordinary user. Existing folders are unchanged.
 */
export async function makeDataFolder(path: string): Promise<void> {
  for (const folder of missingFolders(path)) {
    if (await make(folder)) await chmod(folder, isRoot() ? 0o711 : 0o700);
  }
}

/** The folder and those above it that do not exist, the uppermost first; the folder itself in any case. */
function missingFolders(path: string): string[] {
  const folder = resolve(path);
  const above = dirname(folder);
  return above === folder || existsSync(above) ? [folder] : [...missingFolders(above), folder];
}

/**
 * Creates one folder; returns whether it was missing. One at a time, because Node.js's recursive mkdir never returns in
 * file systems such as /proc, which report every new folder as missing.
 */
async function make(folder: string): Promise<boolean> {
  try {
    await mkdir(folder);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST" && (await stat(folder)).isDirectory()) return false;
    if (code !== "ENOENT") throw error;
    throw new Error(
      `${folder} cannot be made, since no folders can be made in ${dirname(folder)}: set GATEPOST_DATA_DIR to a folder on a disk, such as /var/lib/gatepost.`,
      { cause: error },
    );
  }
}
