import { whyNoRoles } from "@gatepost/db/testing";
import { expect, test } from "vitest";
import { reconcile } from "../money/reconcile.ts";
import type { KeyContext, WorkerContext } from "../platform/context.ts";
import { hold } from "../platform/held-task-testing.ts";
import { runMaintenance } from "../platform/maintenance.ts";
import { skippedIf } from "../platform/test-skip.ts";
import { advanceClock, inProcess, newCaller, newTemplate, newWorker, openTestContext } from "../platform/testing.ts";
import { cancelTask } from "../tasks/cancel-task.ts";
import { type ClaimedTask, claimTasks } from "../tasks/claim-tasks.ts";
import { createTask } from "../tasks/create-task.ts";
import { releaseAllHeldTasks } from "../tasks/end-tasks.ts";
import { getTaskResult } from "../tasks/get-task-result.ts";
import { expireQueuedTasks, recoverTasks } from "../tasks/keep-recovering.ts";
import { retireWorker } from "../tasks/workers.ts";
import { saveTemplate } from "../templates/save-template.ts";
import { deleteSession, listSessions, readSession, saveSession } from "./sessions.ts";

const system = await openTestContext();
const caller = await newCaller(system);
const template = await newTemplate(system, caller);

async function create(
  session: string | undefined,
  ctx = caller,
  templateName = template,
  websiteURL = "http://127.0.0.1/",
): Promise<number> {
  const task = { websiteURL, templateName, variables: { code: "1" }, session };
  return (await createTask({ ctx, input: { task } })).taskId;
}

async function claimed(worker: WorkerContext): Promise<ClaimedTask | undefined> {
  const [task] = await claimTasks({ ctx: worker, input: { limit: 1 } });
  return task;
}

/** The next task of the queue, in a worker of its own. */
async function next() {
  const worker = await newWorker(system);
  const task = await claimed(worker);
  if (!task || task.sessionId === null) throw new Error("No task of a session is in the queue.");
  return { worker, task, held: { ...task, sessionId: task.sessionId } };
}

const finish = (worker: WorkerContext, task: ClaimedTask) => hold(worker, task).ready();

const state = (left: string) => ({ cookies: [{ name: "sid", value: left }], origins: [] });

test("a task finds what the one before left, and only once that one has ended", async () => {
  const ids = [await create("one"), await create("one"), await create("one")];
  const first = await next();
  expect(first.task.taskId).toBe(ids[0]);
  expect(await readSession({ ctx: first.worker, input: first.held })).toBeUndefined();
  expect(await claimed(await newWorker(system))).toBeUndefined();
  expect(await getTaskResult({ ctx: caller, input: { taskId: ids[1] as number } })).toMatchObject({
    status: "processing",
    progress: { step: 0 },
  });
  expect(await saveSession({ ctx: first.worker, input: { ...first.held, outcome: { state: state("1") } } })).toBe(true);
  expect(await claimed(await newWorker(system))).toBeUndefined();
  await finish(first.worker, first.task);

  const second = await next();
  expect(second.task.taskId).toBe(ids[1]);
  expect(await readSession({ ctx: second.worker, input: second.held })).toEqual(state("1"));
  // A cancelled task leaves nothing and holds nothing up.
  await cancelTask({ ctx: caller, input: { taskId: ids[1] as number } });
  const third = await next();
  expect(await readSession({ ctx: third.worker, input: third.held })).toEqual(state("1"));
  await finish(third.worker, third.task);
  expect(await reconcile({ ctx: system })).toEqual([]);
});

test("what a task leaves is encrypted, and can be read for its account and name alone", async () => {
  await create("sealed");
  const { worker, held, task } = await next();
  await saveSession({ ctx: worker, input: { ...held, outcome: { state: state("canary") } } });
  const rows = await system.sql`select state from task_session where id = ${held.sessionId}`;
  expect((rows[0].state as Buffer).toString("latin1")).not.toContain("canary");
  const stranger = { ...held, accountId: held.accountId + 1 };
  expect(await readSession({ ctx: worker, input: stranger })).toBeUndefined();
  await system.sql`update task_session set name = 'other' where id = ${held.sessionId}`;
  await expect(readSession({ ctx: worker, input: held })).rejects.toThrow();
  await finish(worker, task);
});

test("the web server's role cannot read what a task leaves", skippedIf(whyNoRoles), async () => {
  await expect(caller.db.prisma.taskSession.findMany()).rejects.toThrow("permission denied");
});

test("a session of the same name is another one in another account", async () => {
  const other = await newCaller(system);
  const theirs = await newTemplate(system, other);
  await create("shared name");
  await create("shared name", other, theirs);
  const [one, two] = [await next(), await next()];
  expect(one.held.sessionId).not.toBe(two.held.sessionId);
  await saveSession({ ctx: one.worker, input: { ...one.held, outcome: { state: state("secret") } } });
  expect(await readSession({ ctx: two.worker, input: two.held })).toBeUndefined();
  const names = async (ctx: KeyContext) => (await listSessions({ ctx, input: {} })).items.map(({ name }) => name);
  expect(await names(other)).toEqual(["shared name"]);
  await deleteSession({ ctx: other, input: { name: "shared name" } });
  expect(await names(caller)).toContain("shared name");
  await expect(deleteSession({ ctx: other, input: { name: "shared name" } })).rejects.toThrow(
    "no session of this name",
  );
  for (const { worker, task } of [one, two]) await finish(worker, task);
});

test("a template's session is that of its tasks, unless they name another", async () => {
  const document = { name: "With a session", session: "of the template", keepSession: true, steps: [] as never[] };
  const steps = [{ type: "TAKE_SCREENSHOT" as const }];
  await saveTemplate({ ctx: system, input: { accountId: caller.actor.accountId, document: { ...document, steps } } });
  await create(undefined, caller, "With a session");
  await create("of the task", caller, "With a session");
  const [one, two] = [await next(), await next()];
  expect([one.task.keepSession, two.task.keepSession]).toEqual([true, true]);
  const { items } = await listSessions({ ctx: caller, input: {} });
  const nameOf = (id: number) => items.find((item) => item.id === id)?.name;
  expect([nameOf(one.held.sessionId), nameOf(two.held.sessionId)]).toEqual(["of the template", "of the task"]);
  for (const { worker, task } of [one, two]) await finish(worker, task);
});

test.each([
  ["https://Login.Bank.Example:8443/in?next=//x", "login.bank.example"],
  ["http://ada:secret@shop.example#top", "shop.example"],
  ["http://[2606:4700::1111]:8080/", "[2606:4700::1111]"],
])("a session that a task of %s has left is listed with %s, and with the task that has it now", async (url, site) => {
  const other = await newCaller(system);
  const theirs = await newTemplate(system, other);
  const ids = [await create("listed", other, theirs, url), await create("listed", other, theirs, url)];
  const listed = async () => (await listSessions({ ctx: other, input: {} })).items[0];
  expect(await listed()).toMatchObject({ site: null, savedAt: null, taskId: ids[0], openTasks: 2 });
  const { worker, task, held } = await next();
  await saveSession({ ctx: worker, input: { ...held, outcome: { state: state("1") } } });
  await finish(worker, task);
  expect(await listed()).toMatchObject({ site, savedAt: expect.any(Date), taskId: ids[1], openTasks: 1 });
  await cancelTask({ ctx: other, input: { taskId: ids[1] as number } });
  expect(await listed()).toMatchObject({ site, taskId: null, openTasks: 0 });
});

test("only the worker that holds the task saves, and not into a deleted session", async () => {
  await create("fenced");
  const lost = await next();
  await retireWorker({ ctx: lost.worker });
  await recoverTasks({ ctx: inProcess(system, "worker") });
  const again = await next();
  expect(again.task.taskId).toBe(lost.task.taskId);
  const outcome = { state: state("late") };
  expect(await saveSession({ ctx: lost.worker, input: { ...lost.held, outcome } })).toBe(false);
  expect(await readSession({ ctx: again.worker, input: again.held })).toBeUndefined();
  await deleteSession({ ctx: caller, input: { name: "fenced" } });
  expect(await saveSession({ ctx: again.worker, input: { ...again.held, outcome } })).toBe(false);
  await finish(again.worker, again.task);
});

test("what is too large is not saved: what was there stays, and the list says why", async () => {
  await create("large");
  const { worker, held, task } = await next();
  await saveSession({ ctx: worker, input: { ...held, outcome: { state: state("small") } } });
  await saveSession({ ctx: worker, input: { ...held, outcome: { state: state("x".repeat(5 * 1024 * 1024)) } } });
  expect(await readSession({ ctx: worker, input: held })).toEqual(state("small"));
  const { items } = await listSessions({ ctx: caller, input: {} });
  expect(items.find(({ name }) => name === "large")?.problem).toBe(
    "Its cookies and storage were 5.0 MiB, and a session has 4.0 MiB at most.",
  );
  await finish(worker, task);
});

test("a session is kept for its time, and as long as it has open tasks", async () => {
  await create("old");
  const { worker, held, task } = await next();
  await saveSession({ ctx: worker, input: { ...held, outcome: { state: state("1") } } });
  await system.sql`update task_session set saved_at = now() - interval '31 days' where id = ${held.sessionId}`;
  expect(await readSession({ ctx: worker, input: held })).toBeUndefined();
  const there = async () => (await listSessions({ ctx: caller, input: {} })).items.some(({ name }) => name === "old");
  await runMaintenance({ ctx: inProcess(system, "worker") });
  expect(await there()).toBe(true);
  await finish(worker, task);
  await runMaintenance({ ctx: inProcess(system, "worker") });
  expect(await there()).toBe(false);
});

test("twenty tasks of a session are held and no more, however many calls come at once", async () => {
  const creating = await Promise.allSettled(Array.from({ length: 30 }, () => create("full")));
  expect(creating.filter(({ status }) => status === "fulfilled")).toHaveLength(21);
  const [refused] = creating.flatMap((one) => (one.status === "rejected" ? [one.reason as Error] : []));
  expect(refused).toMatchObject({ code: "ERROR_NO_SLOT_AVAILABLE" });
  const one = await next();
  await finish(one.worker, one.task);
  await create("full");
  await expect(create("full")).rejects.toThrow("20 tasks of this session are held");
  const { items } = await listSessions({ ctx: caller, input: {} });
  expect(items.find(({ name }) => name === "full")?.openTasks).toBe(21);
  for (let n = 0; n < 21; n++) {
    const { worker, task } = await next();
    await finish(worker, task);
  }
});

test("the hour in the queue begins when a task is let into it", async () => {
  await create("hour");
  const held = await create("hour");
  const one = await next();
  await advanceClock(system, 4_000);
  const worker = await newWorker(system);
  await finish(one.worker, one.task).catch(() => {});
  await cancelTask({ ctx: caller, input: { taskId: one.task.taskId } }).catch(() => {});
  expect(await expireQueuedTasks({ ctx: inProcess(system, "worker") })).toBe(0);
  const two = await claimed(worker);
  expect(two?.taskId).toBe(held);
  await finish(worker, two as ClaimedTask);
});

test("a held task whose process died before it was let into the queue is found later", async () => {
  await create("forgotten");
  const one = await next();
  const held = await create("forgotten");
  // As if the end had been committed, and nothing after it.
  await system.sql`
    update task set ended_at = now(), state = 'ready', worker_id = null, given = null where id = ${one.task.taskId}`;
  expect(await claimed(await newWorker(system))).toBeUndefined();
  await releaseAllHeldTasks(inProcess(system, "web"));
  const two = await next();
  expect(two.task.taskId).toBe(held);
  await finish(two.worker, two.task);
  // The first one's money is still held.
  await system.sql`delete from task where id = ${one.task.taskId}`;
});

test("R2: four workers, some of which are lost, never run two tasks of a session at once, and run each of them", async () => {
  const sessions = ["a", "b"];
  const ids = await Promise.all(Array.from({ length: 20 }, (_, n) => create(`race ${sessions[n % 2]}`)));
  const running = new Map<number, number>();
  let [max, done] = [0, 0];
  const work = async (seed: number) => {
    for (let round = 0; done < ids.length && round < 400; round++) {
      const worker = await newWorker(system);
      const task = await claimed(worker);
      if (!task || task.sessionId === null) {
        await releaseAllHeldTasks(inProcess(system, "web"));
        continue;
      }
      const { sessionId } = task;
      running.set(sessionId, (running.get(sessionId) ?? 0) + 1);
      max = Math.max(max, running.get(sessionId) ?? 0);
      const isLost = (seed + round) % 5 === 0 && round < 20;
      await saveSession({ ctx: worker, input: { ...task, sessionId, outcome: { state: state(String(task.taskId)) } } });
      running.set(sessionId, (running.get(sessionId) ?? 1) - 1);
      if (isLost) {
        await retireWorker({ ctx: worker });
        const { failed } = await recoverTasks({ ctx: inProcess(system, "worker") });
        done += failed;
      } else if ((await finish(worker, task)).status === "ended") done += 1;
    }
  };
  await Promise.all([1, 2, 3, 4].map(work));
  expect(max).toBe(1);
  expect(await system.db.prisma.task.count({ where: { id: { in: ids }, endedAt: null } })).toBe(0);
});

test("an account has so many sessions, and a key that may not create tasks opens none", async () => {
  const settings = { ...caller.settings, accountLimits: { ...caller.settings.accountLimits, sessions: 1 } };
  const other = { ...(await newCaller(system)), settings };
  const theirs = await newTemplate(system, other);
  await create("first", other, theirs);
  await expect(create("second", other, theirs)).rejects.toThrow("The limit is reached: there are 1 sessions.");
  const reader: KeyContext = { ...other, actor: { ...other.actor, rights: ["stats"] } };
  const denied = { code: "ERROR_ACCESS_DENIED" };
  await expect(listSessions({ ctx: reader, input: {} })).rejects.toMatchObject(denied);
  await expect(deleteSession({ ctx: reader, input: { name: "first" } })).rejects.toMatchObject(denied);
  const one = await next();
  await finish(one.worker, one.task);
});
