import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const prefix = "gatepost-worker-";

/**
 * A folder for all files of browsers: profiles, downloads, sockets. Deleted with the process; what a killed worker left
 * is deleted by the next one that starts. The path of a socket of Chromium may have 107 characters, so `parent` may have 24.
 */
export function openScratchFolder(parent = tmpdir()): { path: string; remove(): void } {
  for (const name of readdirSync(parent)) {
    const owner = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1];
    if (owner && isLeft(Number(owner), join(parent, name))) erase(join(parent, name));
  }
  const path = mkdtempSync(join(parent, `${prefix}${process.pid}-`));
  return { path, remove: () => erase(path) };
}

function isLeft(owner: number, path: string): boolean {
  if (owner !== process.pid) return !lives(owner);
  // An older folder with our own process id: a restarted container. Other ones are ours.
  return (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) < performance.timeOrigin;
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
