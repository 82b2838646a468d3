import { existsSync, mkdtempSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { openScratchFolder, temporaryFolder } from "./scratch-folder.ts";

const parent = mkdtempSync(join(tmpdir(), "gatepost-scratch-"));
afterAll(() => rmSync(parent, { recursive: true }));

test("a folder deletes what earlier processes left, of the same id too, and no other folder of this one", () => {
  const { path: left } = openScratchFolder(parent, { pid: process.pid, startedAt: Date.now() });
  const first = openScratchFolder(parent);
  // The clock was set back since.
  utimesSync(first.path, 1, 1);
  const second = openScratchFolder(parent);
  expect([first.path, left, second.path].map((path) => existsSync(path))).toEqual([true, false, true]);
  second.remove();
  expect([first.path, second.path].map((path) => existsSync(path))).toEqual([true, false]);
});

test("a TMPDIR that cannot be used, or is too long for the full browser, is replaced by /tmp", () => {
  const long = mkdtempSync(join(tmpdir(), "gatepost-a-long-name-"));
  onTestFinished(() => rmSync(long, { recursive: true }));
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv("TMPDIR", long);
  expect([true, false].map(temporaryFolder)).toEqual(["/tmp", long]);
  vi.stubEnv("TMPDIR", "/missing");
  expect([true, false].map(temporaryFolder)).toEqual(["/tmp", "/tmp"]);
});
