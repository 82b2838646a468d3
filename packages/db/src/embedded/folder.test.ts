import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { isRoot, makeDataFolder } from "./user.ts";

let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "folder-"));
  return () => rmSync(home, { recursive: true });
});

const modeOf = (folder: string) => statSync(folder).mode & 0o777;

test("a data folder and those above it are made for their owner, and existing ones stay as they are", async () => {
  const before = modeOf(home);
  const folder = join(home, "a/b");
  await makeDataFolder(folder);
  await makeDataFolder(folder);
  const own = isRoot() ? 0o711 : 0o700;
  expect([home, join(home, "a"), folder].map(modeOf)).toEqual([before, own, own]);
});

test("a file where the folder should be is refused", async () => {
  const file = join(home, "file");
  writeFileSync(file, "");
  await expect(makeDataFolder(file)).rejects.toMatchObject({ code: "EEXIST" });
  await expect(makeDataFolder(join(file, "data"))).rejects.toMatchObject({ code: "ENOTDIR" });
});

test.runIf(existsSync("/proc/self"))("a place where no folder can be made is refused at once", async () => {
  await expect(makeDataFolder("/proc/gatepost/data")).rejects.toThrow(
    "/proc/gatepost cannot be made, since no folders can be made in /proc: set GATEPOST_DATA_DIR to a folder on a disk",
  );
});
