import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openScratchFolder } from "./scratch-folder.ts";

const parent = mkdtempSync(join(tmpdir(), "gatepost-scratch-"));
afterAll(() => rmSync(parent, { recursive: true }));

test("a folder deletes what earlier processes left, of the same id too, and no other folder of this one", () => {
  const first = openScratchFolder(parent);
  const left = join(parent, `gatepost-worker-${process.pid}-older`);
  mkdirSync(left);
  utimesSync(left, 1, 1);
  const second = openScratchFolder(parent);
  expect([first.path, left, second.path].map((path) => existsSync(path))).toEqual([true, false, true]);
  second.remove();
  expect([first.path, second.path].map((path) => existsSync(path))).toEqual([true, false]);
});
