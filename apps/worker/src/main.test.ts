import { spawnSync } from "node:child_process";
import { globSync, readdirSync, readFileSync, utimesSync } from "node:fs";
import { join } from "node:path";
import type { WrittenStep } from "@gatepost/contract/steps";
import { leaseTicks } from "@gatepost/domain/platform/heartbeat";
import { size } from "@gatepost/domain/platform/test-size";
import { advanceClock } from "@gatepost/domain/platform/testing";
import { expect, onTestFinished, test } from "vitest";
import { openFolder } from "../../../tests/folder.ts";
import { fillFrom, openWorkerPages } from "./testing/test-pages.ts";
import { exitOf, processes, startWorkerProcess } from "./testing/test-process.ts";

const { site, environment, customer } = await openWorkerPages({ "/": "<input id=a>" });
const folder = openFolder();

const canary = "canary-in-the-worker";
const steps: WrittenStep[] = [
  fillFrom("#a", "given"),
  { type: "WAIT_FOR_VARIABLE_VALUE", name: "code" },
  fillFrom("#a"),
];
const waits = size(3, 50);
const variables = { given: canary, code: "_WAIT_FOR_IT_" };

function startProcess(env: Record<string, string> = {}, follows = false) {
  const { workerUrl: databaseUrl } = environment.database;
  const started = startWorkerProcess({ databaseUrl, folder, allow: site.host, env, follows });
  // Of a test that fails before it has ended it.
  onTestFinished(() => void started.child.kill("SIGKILL"));
  return started;
}

/** The browsers whose files are in our folder. */
const browsers = () => processes().filter(({ command }) => command.includes(folder));

const taskWaits = async () => {
  const taskId = await customer.createWaiting(site.url("/"), steps, { variables });
  return taskId;
};

test.each([
  [{ GATEPOST_SECRET: "" }, "GATEPOST_SECRET is not set", 78],
  [
    { GATEPOST_HEADLESS_SHELL: "none", GATEPOST_CHROMIUM: "/bin/false" },
    "the Chromium at /bin/false does not start",
    1,
  ],
])("the worker says what to set and ends: %j", async (env, sentence, exitCode) => {
  const { child, complaint } = startProcess(env as Record<string, string>);
  expect(await exitOf(child)).toBe(exitCode);
  expect(await complaint).toContain(sentence);
});

const compose = readFileSync(join(import.meta.dirname, "../../../compose.yaml"), "utf8");
const [, healthCheck = ""] = /test: \[CMD-SHELL, "(.*worker.*)"\]/.exec(compose) ?? [];
/** The exit code of compose.yaml's check. A container has a /tmp of its own. */
const health = () => spawnSync("sh", ["-c", healthCheck.replaceAll("/tmp/", `${folder}/`)]).status;

/** Stops a worker for a moment, which the health check takes for one that hangs. */
async function expectHungIsSeen(child: { kill(signal: NodeJS.Signals): boolean }): Promise<void> {
  child.kill("SIGSTOP");
  try {
    const [file = ""] = globSync("*/alive", { cwd: folder }).map((name) => join(folder, name));
    // What half a minute does; again, if the last write was under way.
    const age = () => utimesSync(file, Date.now() / 1_000 - 31, Date.now() / 1_000 - 31);
    await expect.poll(() => [age(), health()]).toEqual([undefined, 1]);
  } finally {
    child.kill("SIGCONT");
  }
  await expect.poll(health).toBe(0);
}

test("a worker that starts before the update has migrated the database takes no task; the health check of compose.yaml distinguishes a hung worker from a working one; SIGTERM ends the worker cleanly: tasks returned to the queue, no browser and no folder left, no value in the log", async () => {
  const newest = (column: string) => `update _prisma_migrations set finished_at = ${column}
    where migration_name = (select max(migration_name) from _prisma_migrations)`;
  await environment.database.asAdmin(newest("null"));
  const [stopped, { child, said, output, complaint }] = [startProcess(), startProcess()];
  for (const one of [stopped.said, said]) await expect.poll(one).toContain('"event":"waiting for migrations"');
  stopped.child.kill("SIGTERM");
  expect(await exitOf(stopped.child)).toBe(0);
  expect(said() + stopped.said()).not.toMatch(/worker started|registered/);
  expect(health(), "before it starts").toBe(1);
  await environment.database.asAdmin(newest("now()"));

  const taskId = await taskWaits();
  await expect.poll(health).toBe(0);
  await expectHungIsSeen(child);
  expect(browsers().length).toBeGreaterThan(0);
  child.kill("SIGTERM");
  expect(await exitOf(child)).toBe(0);
  expect(browsers()).toEqual([]);
  expect(readdirSync(folder)).toEqual([]);
  expect(await environment.taskRow(taskId)).toMatchObject({ state: "queued" });
  const all = (await output) + (await complaint);
  expect(all).toContain('"event":"task returned"');
  expect(all).not.toContain(canary);
  expect(all).not.toContain(site.url("/"));
  await customer.cancel(taskId);
});

test("R20: after SIGKILL the browsers end by themselves, and the next worker removes their folders and goes on; when its launcher is gone it gets SIGTERM, as from docker stop: it takes values within the drain time, and ends only the waits that outlast it", async () => {
  const killed = startProcess();
  const answered = await taskWaits();
  killed.child.kill("SIGKILL");
  await exitOf(killed.child);
  await expect.poll(browsers).toEqual([]);
  const left = readdirSync(folder);
  expect(left).toHaveLength(1);
  // Its lease expires.
  await advanceClock(environment.system, leaseTicks + 1);
  const { child, said } = startProcess({ GATEPOST_DRAIN_SECONDS: "600" }, true);
  await expect.poll(() => readdirSync(folder)).not.toContain(left[0]);
  await expect.poll(() => environment.taskRow(answered)).toMatchObject({ attempts: 2 });
  await customer.waits(answered, "code");
  const unanswered = await taskWaits();

  child.disconnect();
  await expect.poll(said).toContain('"event":"draining"');
  expect(said()).toContain('"why":"SIGTERM"');
  await customer.push(answered, "code", "1");
  await expect(customer.end(answered)).resolves.toMatchObject({ status: "ready", attempts: 2 });
  expect(await environment.taskRow(unanswered)).toMatchObject({ state: "waiting", attempts: 1 });
  // A second request ends the drain time, once it is not taken for an echo of the first.
  await expect.poll(() => child.kill("SIGTERM"), { interval: 100 }).toBe(false);
  expect(await exitOf(child)).toBe(0);
  expect(await environment.taskRow(unanswered)).toMatchObject({ state: "queued", attempts: 1 });
  await customer.cancel(unanswered);
});

test("W2: a worker that retires takes no more tasks, and its waits go on in their browsers until they end, while the next one takes new tasks; SIGTERM cuts that short, also if nobody reads its log any longer", {
  timeout: 120_000 + waits * 3_000,
}, async () => {
  const first = startProcess({ GATEPOST_DRAIN_SECONDS: "0" });
  const old = await Promise.all(Array.from({ length: waits }, taskWaits));
  first.child.kill("SIGUSR2");
  await expect.poll(first.said).toContain('"event":"retiring"');
  const second = startProcess({ GATEPOST_DRAIN_SECONDS: "0" });
  const later = await taskWaits();
  const workerOf = async (taskId: number) => (await environment.taskRow(taskId)).workerId;
  expect(await workerOf(later)).toBe(await second.workerId);
  for (const taskId of old) expect(await workerOf(taskId)).toBe(await first.workerId);
  // The last one ends after all others, and the worker with it.
  for (const taskId of old) {
    expect(first.child.exitCode).toBeNull();
    await customer.push(taskId, "code", "1");
    await expect(customer.end(taskId)).resolves.toMatchObject({ status: "ready", attempts: 1 });
  }
  expect(await exitOf(first.child)).toBe(0);

  second.child.kill("SIGUSR2");
  await expect.poll(second.said).toContain('"event":"retiring"');
  second.child.stdout.destroy();
  second.child.kill("SIGTERM");
  expect(await exitOf(second.child)).toBe(0);
  expect(await environment.taskRow(later)).toMatchObject({ state: "queued" });
});
