import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

/**
 * An empty folder, until the tests of the file have run. Root's PostgreSQL, which is another user, may pass it, and its path is
 * short enough for the TMPDIR of the full browser.
 */
export function openFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "gp-test-"));
  chmodSync(folder, 0o711);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
