import { randomBytes } from "node:crypto";
import type { Solution } from "@gatepost/contract/solution";
import { type ObjectStore, s3Store } from "@gatepost/db/object-store/object-store";
import { startTestObjectStore } from "@gatepost/db/object-store/test-object-store";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { changeSecret } from "../encryption/change-secret.ts";
import { claimDeliveries } from "../notifications/claim-deliveries.ts";
import { deleteUser } from "../people/delete-user.ts";
import { recordPicture } from "../tasks/begun-steps.ts";
import { cancelTask } from "../tasks/cancel-task.ts";
import { storeSolution } from "../tasks/finish-task.ts";
import { getStepPicture, getTimeline } from "../tasks/get-task.ts";
import { getTaskResult } from "../tasks/get-task-result.ts";
import type { KeyContext } from "./context.ts";
import { claimFirst } from "./held-task-testing.ts";
import { runMaintenance } from "./maintenance.ts";
import { openAppContext } from "./open-app-context.ts";
import { compareObjects, storeBytes } from "./stored-objects.ts";
import {
  emptySolution,
  inProcess,
  newCaller,
  newPerson,
  newTask,
  newTemplate,
  newWorker,
  openTestContext,
} from "./testing.ts";
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

/** A claimed task at its first step. */
async function claimed(owner = caller, { callbackUrl, objects }: { callbackUrl?: string; objects?: ObjectStore } = {}) {
  const _taskId = await newTask(owner, await newTemplate(system, owner), { callbackUrl });
  const worker = await newWorker(system);
  const task = await claimFirst(system, objects ? { ...worker, objects } : worker);
  await task.begin(1);
  const record = (picture: string) => task.picture(1, picture);
  /** Ends it, with the picture of that step as its screenshot. */
  const finish = (stepId: number | null, solution: Partial<Solution> = {}) =>
    task.ready({ ...solution, screenshots: [""] }, [stepId]);
  return { ...task, record, finish };
}

async function shownAt(taskId: number, stepId: number | null, ctx = caller): Promise<string | null> {
  const { picture } = await getStepPicture({ ctx, input: { taskId, stepId: stepId ?? 0 } });
  return picture && Buffer.from(picture.base64, "base64").toString();
}

const picturedSteps = async (taskId: number) =>
  (await getTimeline({ ctx: caller, input: { taskId } })).items
    .filter(({ hasPicture }) => hasPicture)
    .map(({ stepId }) => stepId);

const objectIds = () => Array.fromAsync(store.direct.keys());
const idsOf = async (sql: string) => (await system.db.pool.query(sql)).rows.map(({ id }) => id);

/** The objects that rows name, and those that are to be deleted. */
const namedObjects = () =>
  idsOf(`select object_id as id from task_step where object_id is not null
         union all select object_id from solution_object order by 1`);
const objectsToDelete = () => idsOf("select object_id as id from object_deletion order by 1");

const maintain = () => runMaintenance({ ctx: inProcess(system, "worker") });

/** Resolves when the store has exactly the objects that rows name, and nothing is left to delete. */
async function objectsAgree(): Promise<void> {
  await system.sql`update object_deletion set due_at = now()`;
  await maintain();
  expect(await objectsToDelete()).toEqual([]);
  expect(await objectIds()).toEqual(await namedObjects());
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

test("a picture and a large solution are encrypted objects, and are shown in the timeline and in the result", async () => {
  const { taskId, record, finish } = await claimed();
  const stepId = await record("RIFF canary");
  expect(await shownAt(taskId, stepId)).toBe("RIFF canary");
  expect(await picturedSteps(taskId)).toEqual([stepId]);
  await finish(stepId, large);
  const screenshots = [Buffer.from("RIFF canary").toString("base64")];
  expect(await solutionOf(taskId)).toEqual({ ...large, screenshots });
  const ids = await objectIds();
  expect(ids).toHaveLength(2);
  expect(await namedObjects()).toEqual(ids);
  expect(await objectsToDelete()).toEqual([]);
  expect(await bytesInRow(taskId)).toBeLessThan(500);
  for (const id of ids) {
    const object = await store.direct.get(id);
    expect(object?.length).toBeGreaterThan("RIFF canary".length);
    for (const plain of ["canary", canary.slice(0, 100)]) expect(object?.includes(plain)).toBe(false);
  }
  const small = await finished(emptySolution);
  expect(await objectIds(), "a small one is in its row").toEqual(ids);
  expect(await solutionOf(small)).toEqual(emptySolution);
});

test.each(["cut", "error", "silence"] as const)(
  "R22: while the store is unavailable (%s), pictures and solutions are kept in PostgreSQL; when it is back, it gets the next ones",
  async (fault) => {
    const objects = s3Store({ ...store.settings, putMs: 1_000 });
    const { taskId, record, finish } = await claimed(caller, { objects });
    const before = await namedObjects();
    store.fault = fault;
    const stepId = await record(`RIFF ${fault}`);
    await finish(stepId, large);
    expect(await namedObjects()).toEqual(before);
    expect(await shownAt(taskId, stepId)).toBe(`RIFF ${fault}`);
    expect(await bytesInRow(taskId)).toBeGreaterThan(60_000);
    expect(await solutionOf(taskId)).toMatchObject({ texts: large.texts });

    store.fault = undefined;
    const next = await claimed(caller, { objects });
    await vi.waitUntil(
      async () => {
        await next.record("RIFF after");
        return (await namedObjects()).length > before.length;
      },
      { timeout: 60_000 },
    );
    await next.ready(large);
    expect(await bytesInRow(next.taskId)).toBeLessThan(500);
    await objectsAgree();
  },
);

test("R22: a result or picture whose object cannot be read now is not reported as lost, and its callback is sent later", async () => {
  const { taskId, worker, record, finish } = await claimed(caller, { callbackUrl: "http://127.0.0.1:9/" });
  const stepId = await record("RIFF later");
  await finish(stepId, large);
  store.fault = "error";
  const unavailable = { code: "ERROR_SERVICE_UNAVAILABLE", message: expect.stringContaining("object store") };
  await expect(shownAt(taskId, stepId)).rejects.toMatchObject(unavailable);
  await expect(solutionOf(taskId)).rejects.toMatchObject(unavailable);
  expect(await claimDeliveries({ ctx: worker, input: { limit: 10 } })).toEqual([]);

  store.fault = undefined;
  expect(await shownAt(taskId, stepId)).toBe("RIFF later");
  await system.sql`update delivery set next_at = now() where next_at is not null`;
  const [delivery] = await claimDeliveries({ ctx: worker, input: { limit: 10 } });
  expect(delivery).toMatchObject({ taskId, result: { status: "ready" } });
});

test("the log says once that the store is unavailable, and that it is back, without its keys", async () => {
  const { record } = await claimed();
  const logged = vi.spyOn(console, "log").mockImplementation(() => {});
  store.fault = "error";
  await record("RIFF 1");
  await record("RIFF 2");
  store.fault = undefined;
  await vi.waitUntil(
    async () => {
      await record("RIFF 3");
      return logged.mock.calls.flat().some((line) => line.includes("object store available"));
    },
    { timeout: 60_000 },
  );
  const lines = logged.mock.calls.flat().join("\n");
  logged.mockRestore();
  expect(lines.match(/object store unavailable/g)).toHaveLength(1);
  expect(lines).not.toMatch(/canary/);
  await objectsAgree();
});

test("a picture or solution whose object the store has lost is reported as no longer kept", async () => {
  const { taskId, record, finish } = await claimed();
  const before = await objectIds();
  const stepId = await record("RIFF lost");
  await finish(stepId, large);
  for (const id of await objectIds()) if (!before.includes(id)) await store.direct.delete(id);
  expect(await compareObjects({ ctx: system })).toEqual({ missing: 2, unknown: 0 });
  expect(await shownAt(taskId, stepId)).toBeNull();
  expect(await solutionOf(taskId)).toBeNull();
  await system.sql`update task_step set picture = null, object_id = null where task_id = ${taskId}`;
  await system.sql`delete from solution_object where task_id = ${taskId}`;
  await objectsAgree();
});

test("objects are deleted by retention, with their task and with their account, even if the store fails at first", async () => {
  const owner = await newCaller(system);
  const person = await newPerson(system, owner.actor);
  const tasks = [];
  for (const name of ["by retention", "with its task", "with its account"]) {
    const task = await claimed(owner);
    await task.finish(await task.record(`RIFF ${name}`), large);
    tasks.push(task.taskId);
  }
  const [old, deleted] = tasks;
  await system.sql`update task set ended_at = now() - interval '2 days' where id = ${old}`;
  await system.sql`update task set ended_at = now() - interval '90 days' where id = ${deleted}`;
  await system.sql`update solution_object set created_at = now() - interval '2 days' where task_id = ${old}`;
  await system.sql`
    update task_step set started_at = now() - interval '2 days' where task_id = any(${[old, deleted]}::bigint[])`;
  const before = await namedObjects();
  store.fault = "error";
  const { taken, faults } = await maintain();
  expect(taken).toMatchObject({ wipe_pictures: 2, delete_tasks: 1 });
  expect(faults).toMatchObject([{ job: "delete_objects" }]);
  await deleteUser({ ctx: person, input: { isPassword: async () => true } });
  const after = await namedObjects();
  expect(after).toHaveLength(before.length - 6);
  expect(await objectsToDelete()).toEqual(before.filter((id) => !after.includes(id)).toSorted());

  store.fault = undefined;
  expect((await maintain()).taken.delete_objects).toBe(6);
  expect(await objectsToDelete()).toEqual([]);
  expect(await objectIds()).toEqual(after);
});

test("an object is deleted an hour after no row came to name it, or once its picture is replaced, and what nobody knows in the store is counted", async () => {
  const { taskId, worker, held } = await claimed();
  // A worker dies after the upload.
  const uploaded = await storeBytes(worker, Buffer.from("RIFF orphan"), [held.accountId, taskId, "picture"]);
  // A worker that has lost the task uploads another one, which is not stored with a step.
  const late = { ...held, fence: held.fence + 1, nth: 1, picture: Buffer.from("RIFF late") };
  expect(await recordPicture({ ctx: worker, input: late })).toBeNull();
  expect(await objectsToDelete()).toHaveLength(2);
  expect((await maintain()).taken.delete_objects).toBe(0);
  expect(await objectIds()).toContain(uploaded.objectId);
  await objectsAgree();

  const { taskId: replaced, record: recordAnew } = await claimed();
  await recordAnew("RIFF first");
  const stepId = await recordAnew("RIFF second");
  expect(await objectsToDelete()).toHaveLength(1);
  expect(await shownAt(replaced, stepId)).toBe("RIFF second");
  await objectsAgree();

  const { worker: ofThird, held: heldThird, taskId: third } = await claimed();
  await storeBytes(ofThird, Buffer.from("RIFF orphan"), [heldThird.accountId, third, "picture"]);
  const unknown = ["00000000-0000-4000-8000-000000000000", "zz"];
  for (const key of unknown) await store.direct.put(key, Buffer.from("of another database or program"));
  expect(await compareObjects({ ctx: system })).toEqual({ missing: 0, unknown: 2 });
  for (const key of unknown) await store.direct.delete(key);
  await objectsAgree();
  expect(await compareObjects({ ctx: { ...system, objects: null } })).toBeNull();
});

test("a picture is not stored if its object was deleted before the row was written", async () => {
  // The upload takes more than an hour.
  const put = (key: string, bytes: Uint8Array) => store.direct.put(key, bytes).then(objectsAgree);
  const { taskId, record } = await claimed(caller, { objects: { ...store.direct, put } });
  expect(await record("RIFF slow")).toBeNull();
  expect(await picturedSteps(taskId)).toEqual([]);
});

test("the uploaded solution of a task that was cancelled or taken over meanwhile is deleted", async () => {
  const { taskId, worker, held } = await claimed();
  const before = await objectIds();
  await storeSolution(worker, held, randomBytes(100_000));
  await storeSolution(worker, { ...held, fence: held.fence + 1 }, randomBytes(100_000));
  expect(await objectIds()).toHaveLength(before.length + 2);
  await cancelTask({ ctx: caller, input: { taskId } });
  await system.sql`update object_deletion set due_at = now()`;
  await system.sql`update task set ended_at = now() - interval '2 days' where id = ${taskId}`;
  await system.sql`update solution_object set created_at = now() - interval '2 days' where task_id = ${taskId}`;
  expect((await maintain()).taken).toMatchObject({ delete_solution_objects: 1 });
  expect(await bytesInRow(taskId)).toBeNull();
  expect(await objectIds()).toEqual(before);
});

test("R16: after a change of the secret, pictures and solutions are read under the new one, without another upload", async () => {
  const { taskId, record } = await claimed();
  const stepId = await record("RIFF rotated");
  const solved = await finished();
  const before = await objectIds();
  const secret = "another secret, which follows the one of the tests";
  await changeSecret({ ctx: system, input: { next: () => createVault(secret) } });
  const { db, settings } = caller;
  const later: KeyContext = { ...openAppContext({ db, secret, settings }), actor: caller.actor };
  expect(await shownAt(taskId, stepId, later)).toBe("RIFF rotated");
  expect(await solutionOf(solved, later)).toEqual(large);
  expect(await objectIds()).toEqual(before);
});
