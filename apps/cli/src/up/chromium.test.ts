import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { openFolder } from "../../../../tests/folder.ts";
import { ensureBrowsers, findBrowsers, findEngine } from "./chromium.ts";

let folder: string;

beforeEach(() => {
  folder = openFolder();
  vi.stubEnv("PATH", `${folder}:/usr/bin:/bin`);
  return () => void vi.unstubAllEnvs();
});

test("a program that only explains how to install Chromium is skipped", async () => {
  program("chromium", "echo 'Command requires the chromium snap to be installed.'; exit 1");
  program("google-chrome", "echo Google Chrome 156.0.1");
  vi.stubEnv("PATH", `${folder}:/bin`);
  const found = await findEngine("full");
  // Where this machine has a real one in /bin, that one has the better name.
  expect([join(folder, "google-chrome"), "/bin/chromium"]).toContain(found);
});

test("each engine is found by its own name on the PATH", async () => {
  const shell = program("chromium-headless-shell", "echo Chromium 156.0.1");
  const full = program("chromium", "echo Chromium 156.0.1");
  expect(await findBrowsers()).toEqual({ shell, full });
});

test.each([
  ["shell", "GATEPOST_HEADLESS_SHELL", "headless shell"],
  ["full", "GATEPOST_CHROMIUM", "Chromium"],
] as const)("the program of the engine %s is what %s names, if it starts", async (engine, variable, name) => {
  const own = program("own", "echo Chromium 156.0.1");
  vi.stubEnv(variable, own);
  expect(await findEngine(engine)).toBe(own);
  vi.stubEnv(variable, join(folder, "missing"));
  await expect(findEngine(engine)).rejects.toThrow(
    `${variable} is ${join(folder, "missing")}, which is no ${name} that starts`,
  );
});

test("an engine whose setting is none is neither searched for nor installed", async () => {
  const full = program("chromium", "echo Chromium 156.0.1");
  program("chromium-headless-shell", "echo Chromium 156.0.1");
  vi.stubEnv("GATEPOST_HEADLESS_SHELL", "none");
  const said: string[] = [];
  expect(await ensureBrowsers({ log: (line) => said.push(line) })).toEqual({ full });
  expect(said).toEqual([]);
  vi.stubEnv("GATEPOST_CHROMIUM", "none");
  await expect(ensureBrowsers()).rejects.toThrow("are both none: tasks need a browser, so leave one out.");
});

function program(name: string, script: string): string {
  const file = join(folder, name);
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  return file;
}
