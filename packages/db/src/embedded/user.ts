import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdir, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";

/** The user of a child process. */
export type User = { uid: number; gid: number };

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * An ordinary user of this machine by that name, created if it does not exist, or `nobody` if none can be created. Only
 * for root: PostgreSQL refuses to run as root, and a browser should not.
 */
export function ordinaryUser(name: string): User {
  const found = lookUp(name);
  if (found) return found;
  spawnSync("useradd", ["--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin", name]);
  const user = lookUp(name) ?? lookUp("nobody");
  if (!user) throw new Error(`No ordinary user could be made: start Gatepost as one, or create the user ${name}.`);
  return user;
}

const flags = { execute: "-x", read: "-r", write: "-w" };

/** Whether `user` may do this with `path`. The system is asked, so that every folder above it counts. */
export function can({ uid, gid }: User, what: keyof typeof flags, path: string): boolean {
  return spawnSync("/bin/sh", ["-c", `test ${flags[what]} "$1"`, "sh", path], { uid, gid, cwd: "/" }).status === 0;
}

function lookUp(name: string): User | undefined {
  const [uid, gid] = ["-u", "-g"].map((flag) => {
    const answer = spawnSync("id", [flag, name], { encoding: "utf8" });
    return answer.status === 0 ? Number(answer.stdout) : Number.NaN;
  });
  return uid === undefined || gid === undefined || Number.isNaN(uid + gid) ? undefined : { uid, gid };
}

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
