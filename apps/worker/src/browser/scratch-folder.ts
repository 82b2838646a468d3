import { accessSync, constants, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const prefix = "gatepost-worker-";

/** The path of a socket of the full Chromium may have 107 characters. */
const longestParent = 24;

/**
 * The system's folder for temporary files, else /tmp: TMPDIR may be too long, and may be that of root, who has started us as another
 * user. Undefined if neither can be used.
 */
export function temporaryFolder(hasFull: boolean): string | undefined {
  return [tmpdir(), "/tmp"].find((folder) => {
    try {
      accessSync(folder, constants.W_OK | constants.X_OK);
      return !hasFull || folder.length <= longestParent;
    } catch {
      return false;
    }
  });
}

/**
 * A folder for all files of browsers: profiles, downloads, sockets. Deleted with the process; what a killed worker left
 * is deleted by the next one that starts. `owner`: the process with which the folder goes, if that is not this one.
 */
export function openScratchFolder(parent = tmpdir(), owner: FolderOwner = ourselves) {
  for (const name of readdirSync(parent)) {
    const pid = Number(new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1] ?? Number.NaN);
    if (!Number.isNaN(pid) && isLeft(pid, join(parent, name), owner)) erase(join(parent, name));
  }
  const path = mkdtempSync(join(parent, `${prefix}${owner.pid}-`));
  writeFileSync(join(path, startFile), String(owner.startedAt));
  return scratchFolder(path);
}

/** Such a folder that is there, as of the process before this one. */
export function scratchFolder(path: string) {
  return { path, remove: () => erase(path) };
}

/** Has the time at which the folder's process started. */
const startFile = "started";

/** The process with which a folder goes, and when it started. */
interface FolderOwner {
  pid: number;
  startedAt: number;
}

const ourselves: FolderOwner = { pid: process.pid, startedAt: performance.timeOrigin };

function isLeft(pid: number, path: string, owner: FolderOwner): boolean {
  if (pid !== owner.pid) return !lives(pid);
  // An older process may have had the same id, as in a restarted container. Times of files do not tell, because a clock may be set back.
  try {
    return readFileSync(join(path, startFile), "utf8") !== String(owner.startedAt);
  } catch {
    // A folder of an older version, whose worker may be retiring beside this one.
    return false;
  }
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Another user's files cannot be deleted, which must not stop us. */
function erase(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true, maxRetries: 3 });
  } catch {}
}
