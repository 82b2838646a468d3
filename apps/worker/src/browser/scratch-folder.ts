import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const prefix = "gatepost-worker-";

/**
 * A folder for all that browsers leave behind: profiles, downloads, sockets. It goes with the process; what a killed
 * worker left is removed by the next one that starts.
 */
export function openScratchFolder(parent = tmpdir()): { path: string; remove(): void } {
  for (const name of readdirSync(parent)) {
    const owner = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1];
    // Our own process id on an older folder: a container started again.
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

/** Another user's leftovers cannot be removed, and need not stop us. */
function erase(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true, maxRetries: 3 });
  } catch {}
}
