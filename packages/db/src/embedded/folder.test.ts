import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { openFolder } from "../../../../tests/folder.ts";
import { claim, holder } from "./process.ts";
import { isRoot, makeDataFolder } from "./user.ts";

let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "folder-"));
  return () => rmSync(home, { recursive: true });
});

const modeOf = (folder: string) => statSync(folder).mode & 0o777;

test("a data folder and those above it are made for their owner, existing ones stay as they are, and a file in its place is refused", async () => {
  const before = modeOf(home);
  const folder = join(home, "a/b");
  await makeDataFolder(folder);
  await makeDataFolder(folder);
  const own = isRoot() ? 0o711 : 0o700;
  expect([home, join(home, "a"), folder].map(modeOf)).toEqual([before, own, own]);

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

test.each(["linux", "darwin"])("a claim holds for a process in another time zone: %s", (platform) => {
  vi.stubGlobal("process", Object.create(process, { platform: { value: platform } }));
  onTestFinished(() => void vi.unstubAllGlobals());
  onTestFinished(() => void vi.unstubAllEnvs());
  const file = join(openFolder(), "owner");
  vi.stubEnv("TZ", "Asia/Tokyo");
  claim(file, () => new Error("busy"));
  vi.stubEnv("TZ", "America/Lima");
  expect(holder(file)).toBe(process.pid);
});
