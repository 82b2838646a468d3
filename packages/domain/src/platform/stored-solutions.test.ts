import { randomBytes } from "node:crypto";
import type { Solution } from "@gatepost/contract/solution";
import { startTestObjectStore } from "@gatepost/db/object-store/test-object-store";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { changeSecret } from "../encryption/change-secret.ts";
import { deleteUser } from "../people/delete-user.ts";
import { cancelTask } from "../tasks/cancel-task.ts";
import { storeSolution } from "../tasks/finish-task.ts";
import { getTaskResult } from "../tasks/get-task-result.ts";
import type { KeyContext } from "./context.ts";
import { claimFirst } from "./held-task-testing.ts";
import { runMaintenance } from "./maintenance.ts";
import { openAppContext } from "./open-app-context.ts";
import { compareObjects } from "./stored-objects.ts";
import { emptySolution, inProcess, newCaller, newPerson, newTask, newTemplate, openTestContext } from "./testing.ts";
import { createVault } from "./vault.ts";

/** What cannot be deflated below the size from which solutions are uploaded. */
const canary = randomBytes(100_000).toString("base64");
const large: Solution = { ...emptySolution, texts: { canary } };

const store = await startTestObjectStore();
afterAll(() => store.stop());
const system = await openTestContext({ objectStore: store.settings });
const caller = await newCaller(system);
afterEach(() => {
  store.fault = undefined;
});

async function claimed(owner = caller) {
  await newTask(owner, await newTemplate(system, owner));
  return claimFirst(system);
}

async function finished(solution = large, owner = caller): Promise<number> {
  const task = await claimed(owner);
  expect(await task.ready(solution)).toEqual({ status: "ended" });
  return task.taskId;
}

const solutionOf = async (taskId: number, ctx = caller) => {
  const result = await getTaskResult({ ctx, input: { taskId } });
  return result.status === "ready" ? result.solution : undefined;
};

const bytesInRow = async (taskId: number) =>
  (await system.sql`select length(solution) as n from task where id = ${taskId}`)[0]?.n;

const countOf = async (list: AsyncIterable<string>) => (await Array.fromAsync(list)).length;

const maintain = () => runMaintenance({ ctx: inProcess(system, "worker") });

const agree = async () => {
  await maintain();
  expect(await compareObjects({ ctx: system })).toEqual({ missing: 0, unknown: 0 });
};

test("a large solution is stored as an encrypted object; a small one in its row", async () => {
  const before = await countOf(store.direct.keys());
  const [taskId, small] = [await finished(), await finished(emptySolution)];
  expect(await countOf(store.direct.keys())).toBe(before + 1);
  expect(await bytesInRow(taskId)).toBeLessThan(500);
  for await (const key of store.direct.keys())
    expect((await store.direct.get(key))?.includes(canary.slice(0, 100))).toBe(false);
  expect(await solutionOf(taskId)).toEqual(large);
  expect(await solutionOf(small)).toEqual(emptySolution);
  await agree();
});

test("R22: while the store is unavailable, solutions go to PostgreSQL, and one in the store is not reported as deleted", async () => {
  const uploaded = await finished();
  store.fault = "cut";
  const taskId = await finished();
  expect(await bytesInRow(taskId)).toBeGreaterThan(60_000);
  expect(await solutionOf(taskId)).toEqual(large);
  await expect(solutionOf(uploaded)).rejects.toMatchObject({ code: "ERROR_SERVICE_UNAVAILABLE" });
  store.fault = undefined;
  expect(await solutionOf(uploaded)).toEqual(large);
  await vi.waitUntil(() => system.processes.worker.objects?.isUsable());
  expect(await bytesInRow(await finished())).toBeLessThan(500);
  await agree();
});

test("the uploaded solution of a task that was cancelled or taken over meanwhile is deleted", async () => {
  const { taskId, worker, held } = await claimed();
  const before = await countOf(store.direct.keys());
  await storeSolution(worker, held, randomBytes(100_000));
  await storeSolution(worker, { ...held, fence: held.fence + 1 }, randomBytes(100_000));
  expect(await countOf(store.direct.keys())).toBe(before + 2);
  await cancelTask({ ctx: caller, input: { taskId } });
  await agree();
  await system.sql`update object_deletion set due_at = now()`;
  await system.sql`update task set ended_at = now() - interval '2 days' where id = ${taskId}`;
  await system.sql`update solution_object set created_at = now() - interval '2 days' where task_id = ${taskId}`;
  expect((await maintain()).taken).toMatchObject({ delete_solution_objects: 1 });
  expect(await bytesInRow(taskId)).toBeNull();
  expect(await countOf(store.direct.keys())).toBe(before);
});

test("a solution's object is deleted by retention, with its task and with its account", async () => {
  const owner = await newCaller(system);
  const person = await newPerson(system, owner.actor);
  const before = await countOf(store.direct.keys());
  const [old, deleted] = [await finished(large, owner), await finished(large, owner), await finished(large, owner)];
  await system.sql`update task set ended_at = now() - interval '90 days' where id = ${deleted}`;
  await system.sql`update task set ended_at = now() - interval '2 days' where id = ${old}`;
  await system.sql`update solution_object set created_at = now() - interval '2 days' where task_id = ${old}`;
  await maintain();
  await deleteUser({ ctx: person, input: { isPassword: async () => true } });
  await maintain();
  expect(await countOf(store.direct.keys())).toBe(before);
  await agree();
});

test("a solution that the store has lost is reported as deleted", async () => {
  const taskId = await finished();
  const rows = await system.sql`select object_id as id from solution_object where task_id = ${taskId}`;
  await store.direct.delete(rows[0]?.id);
  expect(await compareObjects({ ctx: system })).toEqual({ missing: 1, unknown: 0 });
  expect(await solutionOf(taskId)).toBeNull();
  await system.sql`delete from solution_object where task_id = ${taskId}`;
  await agree();
});

test("R16: after a change of the secret, a solution is read under the new one, without another upload", async () => {
  const taskId = await finished();
  const before = await Array.fromAsync(store.direct.keys());
  const secret = "another secret, which follows the one of the tests";
  await changeSecret({ ctx: system, input: { next: () => createVault(secret) } });
  const { db, settings } = caller;
  const later: KeyContext = { ...openAppContext({ db, secret, settings }), actor: caller.actor };
  expect(await solutionOf(taskId, later)).toEqual(large);
  expect(await Array.fromAsync(store.direct.keys())).toEqual(before);
});
