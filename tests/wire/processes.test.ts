import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { reconcile } from "@gatepost/domain/money/reconcile";
import { withinOneDay } from "@gatepost/domain/platform/test-day";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newAccount, newApplication } from "../factories.ts";
import type { Installation } from "../installation.ts";
import { newTaskBody } from "./bodies.ts";
import { post, totalOf } from "./call.ts";
import { openDatabase, openInstallation } from "./wire.ts";

/** As many as one PostgreSQL serves on three small hosts: two web servers, one of them with two processes, and three workers. */
const workerProcesses = 3;
const tasks = 60;

const database = await openDatabase();
const { installation: first, operator } = await openInstallation({ database, env: { WEB_CONCURRENCY: "2" } });
const { secret } = first;
const { installation: second } = await openInstallation({ database, secret });
const installations = [first, second];
const workers: ChildProcess[] = [];
/** Which worker ended which task. */
const endedBy = new Map<number, number[]>();

beforeAll(async () => {
  for (let n = 0; n < workerProcesses; n++) {
    const worker = fork(join(import.meta.dirname, "worker-process.ts"), {
      env: { ...process.env, DATABASE_URL: database.workerUrl, GATEPOST_SECRET: secret },
    });
    worker.on("message", (message: { ended?: number }) => {
      if (message.ended !== undefined) endedBy.set(message.ended, [...(endedBy.get(message.ended) ?? []), n]);
    });
    await once(worker, "message");
    workers.push(worker);
  }
});

afterAll(() => {
  for (const worker of workers) worker.kill();
});

test("several web and worker processes on one PostgreSQL are one service: any of them answers for all", async () => {
  const account = await newAccount(operator);
  const softId = await newApplication(operator, account);
  const { clientKey, task } = (await newTaskBody(operator, account))();
  const ask = (n: number, method: string, body: object, headers?: Record<string, string>) =>
    post((installations[n % installations.length] as Installation).url, method, { clientKey, ...body }, headers);

  // Created at one, its code pushed at the other.
  const ids = await Promise.all(
    Array.from({ length: tasks }, async (_, n) => {
      const { taskId } = (await ask(n, "createTask", { softId, task })).body;
      const pushed = await ask(n + 1, "pushAntiGateVariable", { taskId, name: "code", value: `c${n}` });
      expect(pushed.body, pushed.text).toEqual({ errorId: 0, status: "success" });
      return taskId as number;
    }),
  );
  expect(new Set(ids).size).toBe(tasks);
  await expect.poll(() => endedBy.size, { timeout: 60_000 }).toBe(tasks);
  expect(
    [...endedBy.values()].filter((workers) => workers.length !== 1),
    "a task was run by two",
  ).toEqual([]);
  expect(new Set([...endedBy.values()].flat()).size, "one worker did it all").toBeGreaterThan(1);

  // What one knows, all know, at once.
  for (const [n, taskId] of ids.entries())
    expect((await ask(n + 1, "getTaskResult", { taskId })).body).toMatchObject({ errorId: 0, status: "ready" });
  await withinOneDay(async () => {
    const reports = await Promise.all([0, 1].map((n) => ask(n, "getAppStats", { softId })));
    expect(reports[0]?.body.chartData).toEqual(reports[1]?.body.chartData);
    expect(totalOf(reports[0]?.body.chartData[0])).toBe(tasks);
  });

  // One Idempotency-Key at all of them is one task.
  const same = await Promise.all(
    Array.from({ length: 30 }, (_, n) => ask(n, "createTask", { softId, task }, { "idempotency-key": "the same" })),
  );
  expect(new Set(same.map(({ text }) => text)).size).toBe(1);
  expect(await reconcile({ ctx: operator })).toEqual([]);
});
