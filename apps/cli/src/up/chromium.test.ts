import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { findChromium } from "./chromium.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "chromium-"));
  vi.stubEnv("PATH", `${folder}:/usr/bin:/bin`);
  return () => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  };
});

test("a program that only tells how to install Chromium is passed over", async () => {
  program("chromium", "echo 'Command requires the chromium snap to be installed.'; exit 1");
  program("google-chrome", "echo Google Chrome 156.0.1");
  vi.stubEnv("PATH", `${folder}:/bin`);
  const found = await findChromium();
  // Where this machine has a real one in /bin, that one has the better name.
  expect([join(folder, "google-chrome"), "/bin/chromium"]).toContain(found);
});

test("what GATEPOST_CHROMIUM names is taken, if it starts", async () => {
  const own = program("own", "echo Chromium 156.0.1");
  program("chromium", "echo Chromium 1.0");
  vi.stubEnv("GATEPOST_CHROMIUM", own);
  expect(await findChromium()).toBe(own);
  vi.stubEnv("GATEPOST_CHROMIUM", join(folder, "missing"));
  await expect(findChromium()).rejects.toThrow(`GATEPOST_CHROMIUM is ${join(folder, "missing")}`);
});

function program(name: string, script: string): string {
  const file = join(folder, name);
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  return file;
}
