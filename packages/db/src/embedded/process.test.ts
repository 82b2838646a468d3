import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { openFolder } from "../../../../tests/folder.ts";
import { claim, holder } from "./process.ts";

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
