import { writeFile } from "node:fs/promises";
import { join } from "node:path";

const touchMs = 5_000;

/**
 * Writes the file `alive` in a folder every five seconds for as long as the process runs. A health check, such as that of
 * compose.yaml, takes a process for hanging when the file is old. It says nothing of the database, because a worker that
 * is restarted while the database is away loses the tasks that wait.
 */
export function keepAliveFile(folder: string): void {
  // A file that cannot be written grows old, which is what the health check should see.
  const touch = () => void writeFile(join(folder, "alive"), "").catch(() => {});
  touch();
  setInterval(touch, touchMs).unref();
}
