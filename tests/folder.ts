import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

/** An empty folder, until the tests of the file have run. Root's PostgreSQL, which is another user, may pass it. */
export function openFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "gatepost-folder-"));
  chmodSync(folder, 0o711);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
