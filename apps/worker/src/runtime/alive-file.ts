import { writeFile } from "node:fs/promises";
import { join } from "node:path";

const touchMs = 5_000;

/**
 * Writes the file `alive` in a folder every five seconds while the process runs. A health check, such as that of
 * compose.yaml, considers the process hung if the file is old. It does not depend on the database, because restarting a
 * worker while the database is unavailable loses the tasks that wait.
 */
export function keepAliveFile(folder: string): void {
  // A file that cannot be written becomes old, which the health check should see.
  const touch = () => void writeFile(join(folder, "alive"), "").catch(() => {});
  touch();
  setInterval(touch, touchMs).unref();
}
