import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const prefix = "gatepost-worker-";

/**
 * A folder for all files of browsers: profiles, downloads, sockets. Deleted with the process; what a killed worker left
 * is deleted by the next one that starts.
 */
export function openScratchFolder(parent = tmpdir()): { path: string; remove(): void } {
  for (const name of readdirSync(parent)) {
    const owner = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1];
    // An older folder with our own process id: a restarted container.
    if (owner && (Number(owner) === process.pid || !lives(Number(owner)))) erase(join(parent, name));
  }
  const path = mkdtempSync(join(parent, `${prefix}${process.pid}-`));
  return { path, remove: () => erase(path) };
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
