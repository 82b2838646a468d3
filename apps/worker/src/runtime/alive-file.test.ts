import { spawnSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cloneDatabase } from "@gatepost/db/testing";
import { expect, test } from "vitest";
import { exitOf, startWorkerProcess } from "../testing/test-process.ts";

const compose = readFileSync(join(import.meta.dirname, "../../../../compose.yaml"), "utf8");
const [, command = ""] = /test: \[CMD-SHELL, "(.*worker.*)"\]/.exec(compose) ?? [];

test("the health check of compose.yaml distinguishes a hung worker from a working one", async () => {
  const database = await cloneDatabase();
  const folder = mkdtempSync(join(tmpdir(), "health-"));
  // A container has a /tmp of its own.
  const check = () => spawnSync("sh", ["-c", command.replaceAll("/tmp/", `${folder}/`)]).status;
  expect(check(), "before it starts").toBe(1);
  const { child } = startWorkerProcess({ databaseUrl: database.workerUrl, folder, allow: "127.0.0.1" });
  try {
    await expect.poll(check, { timeout: 50_000 }).toBe(0);
    child.kill("SIGSTOP");
    const [file = ""] = globSync("*/alive", { cwd: folder }).map((name) => join(folder, name));
    // What half a minute does; again, if the last write was under way.
    const age = () => utimesSync(file, Date.now() / 1_000 - 31, Date.now() / 1_000 - 31);
    await expect.poll(() => [age(), check()]).toEqual([undefined, 1]);
    child.kill("SIGCONT");
    await expect.poll(check, { timeout: 50_000 }).toBe(0);
  } finally {
    child.kill("SIGCONT");
    child.kill("SIGTERM");
    await exitOf(child);
    rmSync(folder, { recursive: true, force: true });
    await database.drop();
  }
});
