import { expect, test } from "vitest";
import { reconcile } from "../money/reconcile.ts";
import { hold } from "../platform/held-task-testing.ts";
import { runMaintenance } from "../platform/maintenance.ts";
import {
  advanceClock,
  inProcess,
  newCaller,
  newTask,
  newTemplate,
  newWorker,
  openTestContext,
} from "../platform/testing.ts";
import { cancelTask } from "../tasks/cancel-task.ts";
import { claimTasks } from "../tasks/claim-tasks.ts";
import { openSession } from "../tasks/create-task.ts";
import { releaseAllHeldTasks } from "../tasks/end-tasks.ts";
import { getTaskResult } from "../tasks/get-task-result.ts";
import { expireQueuedTasks, recoverTasks } from "../tasks/keep-recovering.ts";
import { retireWorker } from "../tasks/workers.ts";
import { saveTemplate } from "../templates/save-template.ts";
import { deleteSession, listSessions, readSession, saveSession } from "./sessions.ts";

const system = await openTestContext();
const caller = await newCaller(system);
const template = await newTemplate(system, caller);

const create = (session?: string, ctx = caller, templateName = template, websiteURL = "http://127.0.0.1/") =>
  newTask(ctx, templateName, { also: { session, websiteURL } });

/** The next task of the queue, if there is one, in a worker of its own, with what it does with its session. */
async function nextIfAny() {
  const worker = await newWorker(system);
  const [claimed] = await claimTasks({ ctx: worker, input: { limit: 1 } });
  if (!claimed || claimed.sessionId === null) return undefined;
  const { sessionId } = claimed;
  const task = hold(worker, claimed);
  const session = { ...task.held, sessionId };
  const read = (more = {}) => readSession({ ctx: worker, input: { ...session, ...more } });
  const save = (left: string) => saveSession({ ctx: worker, input: { ...session, outcome: { state: state(left) } } });
  return { ...task, claimed, sessionId, read, save };
}

async function next() {
  const task = await nextIfAny();
  if (!task) throw new Error("No task of a session is in the queue.");
  return task;
}

const listed = async (name: string, ctx = caller) =>
  (await listSessions({ ctx, input: {} })).items.find((item) => item.name === name);

const state = (left: string) => ({ cookies: [{ name: "sid", value: left }], origins: [] });

test("a task finds what the one before left, and only once that one has ended", async () => {
  const ids = [await create("one"), await create("one"), await create("one")];
  const first = await next();
  expect(first.taskId).toBe(ids[0]);
  expect(await first.read()).toBeUndefined();
  expect(await nextIfAny()).toBeUndefined();
  expect(await getTaskResult({ ctx: caller, input: { taskId: ids[1] as number } })).toMatchObject({
    status: "processing",
    progress: { step: 0 },
  });
  expect(await first.save("1")).toBe(true);
  expect(await nextIfAny()).toBeUndefined();
  await first.ready();

  const second = await next();
  expect(second.taskId).toBe(ids[1]);
  expect(await second.read()).toEqual(state("1"));
  // A cancelled task leaves nothing and holds nothing up.
  await cancelTask({ ctx: caller, input: { taskId: second.taskId } });
  const third = await next();
  expect(await third.read()).toEqual(state("1"));
  await third.ready();
  expect(await reconcile({ ctx: system })).toEqual([]);
});

test("what a task leaves is encrypted, and can be read for its account and name alone", async () => {
  await create("sealed");
  const { sessionId, held, save, read, ready } = await next();
  await save("canary");
  const rows = await system.sql`select state from task_session where id = ${sessionId}`;
  expect((rows[0].state as Buffer).toString("latin1")).not.toContain("canary");
  expect(await read({ accountId: held.accountId + 1 })).toBeUndefined();
  await system.sql`update task_session set name = 'other' where id = ${sessionId}`;
  await expect(read()).rejects.toThrow();
  await ready();
});

test("a key that may have been revoked since the process verified it names a session that is there, and begins none", async () => {
  const cached = { ...caller, actor: { ...caller.actor, kind: "cached key" as const } };
  const id = await openSession(caller, "begun before");
  expect(await openSession(cached, "begun before")).toBe(id);
  await expect(openSession(cached, "never begun")).rejects.toMatchObject({ code: "ERROR_KEY_DOES_NOT_EXIST" });
  expect(await listed("never begun")).toBeUndefined();
});

test("a session of the same name is another one in another account", async () => {
  const other = await newCaller(system);
  await create("shared name");
  await create("shared name", other, await newTemplate(system, other));
  const [one, two] = [await next(), await next()];
  expect(one.sessionId).not.toBe(two.sessionId);
  await one.save("secret");
  expect(await two.read()).toBeUndefined();
  expect((await listSessions({ ctx: other, input: {} })).items.map(({ name }) => name)).toEqual(["shared name"]);
  const remove = () => deleteSession({ ctx: other, input: { name: "shared name" } });
  await remove();
  expect(await listed("shared name")).toBeDefined();
  await expect(remove()).rejects.toThrow("no session of this name");
  for (const { ready } of [one, two]) await ready();
});

test("a template's session is that of its tasks, unless they name another", async () => {
  const document = { name: "With a session", session: "of the template", keepSession: true, steps: [] as never[] };
  const steps = [{ type: "TAKE_SCREENSHOT" as const }];
  await saveTemplate({ ctx: system, input: { accountId: caller.actor.accountId, document: { ...document, steps } } });
  await create(undefined, caller, "With a session");
  await create("of the task", caller, "With a session");
  const [one, two] = [await next(), await next()];
  expect([one.claimed.keepSession, two.claimed.keepSession]).toEqual([true, true]);
  const { items } = await listSessions({ ctx: caller, input: {} });
  const nameOf = (id: number) => items.find((item) => item.id === id)?.name;
  expect([nameOf(one.sessionId), nameOf(two.sessionId)]).toEqual(["of the template", "of the task"]);
  for (const { ready } of [one, two]) await ready();
});

test.each([
  ["https://Login.Bank.Example:8443/in?next=//x", "login.bank.example"],
  ["http://ada:secret@shop.example#top", "shop.example"],
  ["http://[2606:4700::1111]:8080/", "[2606:4700::1111]"],
])("a session that a task of %s has left is listed with %s, and with the task that has it now", async (url, site) => {
  const other = await newCaller(system);
  const theirs = await newTemplate(system, other);
  const ids = [await create("listed", other, theirs, url), await create("listed", other, theirs, url)];
  expect(await listed("listed", other)).toMatchObject({ site: null, savedAt: null, taskId: ids[0], openTasks: 2 });
  const { save, ready } = await next();
  await save("1");
  await ready();
  const left = { site, savedAt: expect.any(Date), taskId: ids[1], openTasks: 1 };
  expect(await listed("listed", other)).toMatchObject(left);
  await cancelTask({ ctx: other, input: { taskId: ids[1] as number } });
  expect(await listed("listed", other)).toMatchObject({ site, taskId: null, openTasks: 0 });
});

test("only the worker that holds the task saves, and not into a deleted session", async () => {
  await create("fenced");
  const lost = await next();
  await retireWorker({ ctx: lost.worker });
  await recoverTasks({ ctx: inProcess(system, "worker") });
  const again = await next();
  expect(again.taskId).toBe(lost.taskId);
  expect(await lost.save("late")).toBe(false);
  expect(await again.read()).toBeUndefined();
  await deleteSession({ ctx: caller, input: { name: "fenced" } });
  expect(await again.save("late")).toBe(false);
  await again.ready();
});

test("what is too large is not saved: what was there stays, and the list says why", async () => {
  await create("large");
  const { save, read, ready } = await next();
  await save("small");
  await save("x".repeat(5 * 1024 * 1024));
  expect(await read()).toEqual(state("small"));
  expect((await listed("large"))?.problem).toBe(
    "Its cookies and storage were 5.0 MiB, and a session has 4.0 MiB at most.",
  );
  await ready();
});

test("a session is kept for its time after its last use, and as long as it has open tasks", async () => {
  const age = (days: number) => system.sql`
    update task_session set saved_at = saved_at - ${days} * interval '1 day', used_at = used_at - ${days} * interval '1 day'
     where name = 'old'`;
  for (const _ of [1, 2, 3]) await create("old");
  const { save, ready } = await next();
  await save("1");
  await ready();
  await age(20);
  const second = await next();
  expect(await second.read(), "used, and not saved").toEqual(state("1"));
  await second.ready();
  await age(20);
  const third = await next();
  expect(await third.read()).toEqual(state("1"));
  expect((await listed("old"))?.expiresAt.getTime()).toBeGreaterThan(Date.now() + 29 * 86_400_000);
  await age(31);
  expect(await third.read()).toBeUndefined();
  await runMaintenance({ ctx: inProcess(system, "worker") });
  expect(await listed("old")).toBeDefined();
  await third.ready();
  await runMaintenance({ ctx: inProcess(system, "worker") });
  expect(await listed("old")).toBeUndefined();
});

test("twenty tasks of a session are held and no more, however many calls come at once", async () => {
  const creating = await Promise.allSettled(Array.from({ length: 30 }, () => create("full")));
  expect(creating.filter(({ status }) => status === "fulfilled")).toHaveLength(21);
  const [refused] = creating.flatMap((one) => (one.status === "rejected" ? [one.reason as Error] : []));
  expect(refused).toMatchObject({ code: "ERROR_NO_SLOT_AVAILABLE" });
  await (await next()).ready();
  await create("full");
  await expect(create("full")).rejects.toThrow("20 tasks of this session are held");
  expect((await listed("full"))?.openTasks).toBe(21);
  for (let n = 0; n < 21; n++) await (await next()).ready();
});

test("the hour in the queue begins when a task is let into it", async () => {
  await create("hour");
  const held = await create("hour");
  const one = await next();
  await advanceClock(system, 4_000);
  await one.ready();
  expect(await expireQueuedTasks({ ctx: inProcess(system, "worker") })).toBe(0);
  const two = await next();
  expect(two.taskId).toBe(held);
  await two.ready();
});

test("a held task whose process died before it was let into the queue is found later", async () => {
  await create("forgotten");
  const one = await next();
  const held = await create("forgotten");
  // As if the end had been committed, and nothing after it.
  await system.sql`
    update task set ended_at = now(), state = 'ready', worker_id = null, given = null where id = ${one.taskId}`;
  expect(await nextIfAny()).toBeUndefined();
  await releaseAllHeldTasks(inProcess(system, "web"));
  const two = await next();
  expect(two.taskId).toBe(held);
  await two.ready();
  // The first one's money is still held.
  await system.sql`delete from task where id = ${one.taskId}`;
});

test("R2: four workers, some of which are lost, never run two tasks of a session at once, and run each of them", async () => {
  const sessions = ["a", "b"];
  const ids = await Promise.all(Array.from({ length: 12 }, (_, n) => create(`race ${sessions[n % 2]}`)));
  const running = new Map<number, number>();
  let [max, done] = [0, 0];
  const work = async (seed: number) => {
    for (let round = 0; done < ids.length && round < 400; round++) {
      const task = await nextIfAny();
      if (!task) {
        // As at each tick: a task that another statement has locked is left to the next one.
        done += (await recoverTasks({ ctx: inProcess(system, "worker") })).failed;
        await releaseAllHeldTasks(inProcess(system, "web"));
        continue;
      }
      const { sessionId } = task;
      running.set(sessionId, (running.get(sessionId) ?? 0) + 1);
      max = Math.max(max, running.get(sessionId) ?? 0);
      const isLost = (seed + round) % 5 === 0 && round < 20;
      await task.save(String(task.taskId));
      running.set(sessionId, (running.get(sessionId) ?? 1) - 1);
      if (isLost) await retireWorker({ ctx: task.worker });
      else if ((await task.ready()).status === "ended") done += 1;
    }
  };
  await Promise.all([1, 2, 3, 4].map(work));
  expect(max).toBe(1);
  expect(await system.db.prisma.task.count({ where: { id: { in: ids }, endedAt: null } })).toBe(0);
});
