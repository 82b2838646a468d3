import { expect, test } from "vitest";
import { begun, newHeldTask } from "../platform/held-task-testing.ts";
import {
  advanceClock,
  inProcess,
  lateCode,
  newCaller,
  newSession,
  newTask,
  newTemplate,
  newWorker,
  openTestContext,
} from "../platform/testing.ts";
import { cancelTask } from "../tasks/cancel-task.ts";
import { readListMarks, readWaitMarks } from "../tasks/task-marks.ts";
import { extendWait, pushVariable } from "./answer-wait.ts";
import { findWaitingTasks, getInbox } from "./inbox.ts";

const system = await openTestContext();
const caller = await newCaller(system);

async function marks(accountId = caller.actor.accountId) {
  const asked = { ctx: inProcess(system, "web"), input: { ids: [accountId] } };
  return [(await readWaitMarks(asked)).get(accountId), (await readListMarks(asked)).get(accountId)];
}

/** Creates a task, and begins to wait for its code. */
async function newWait(timeout: number): Promise<number> {
  const templateName = await newTemplate(system, caller, lateCode({ timeout, kind: "code" }));
  const worker = await newWorker(system);
  const { taskId, take } = await newHeldTask({ caller, worker, templateName });
  await take({ timeoutSeconds: timeout });
  return taskId;
}

test("the inbox has every wait, the one that expires first at the top, and what watches it notices each change", async () => {
  const person = newSession(caller);
  const list = async () => {
    const { waits, total } = await getInbox({ ctx: person });
    return { ids: waits.map(({ taskId }) => taskId), total };
  };
  expect(await list()).toEqual({ ids: [], total: 0 });
  const before = await marks();
  const late = await newWait(600);
  const soon = await newWait(60);
  const opened = await marks();
  expect(opened[0]).not.toBe(before[0]);
  expect(opened[1]).not.toBe(before[1]);
  expect(await list()).toEqual({ ids: [soon, late], total: 2 });
  const [first] = (await getInbox({ ctx: person })).waits;
  expect(first).toMatchObject({ name: "code", kind: "code", attempt: 1, websiteUrl: "http://127.0.0.1/" });

  await extendWait({ ctx: person, input: { taskId: soon, name: "code", seconds: 3_600 } });
  expect((await marks())[0]).not.toBe(opened[0]);
  expect(await list()).toEqual({ ids: [late, soon], total: 2 });

  const endsSoon = async () => (await findWaitingTasks({ ctx: person })).map((one) => one.endsSoon);
  await system.sql`
    update variable set awaited_at = now() - interval '400 seconds', deadline_tick = (select tick from service_clock) + 110
     where task_id = ${late}`;
  expect(await endsSoon()).toEqual([false, false]);
  const early = await marks();
  await advanceClock(system, 20);
  expect(await endsSoon(), "people are to be reminded").toEqual([true, false]);
  expect((await marks())[0]).not.toBe(early[0]);
  await pushVariable({ ctx: caller, input: { taskId: late, name: "code", value: "349001" } });
  expect((await list()).ids).toEqual([soon]);
  const stranger = await newCaller(system);
  expect(await getInbox({ ctx: newSession(stranger) })).toEqual({ waits: [], total: 0 });
});

test("what watches notices a task with a smaller id, of another process, one that ends in the queue, and two waits within one tick", async () => {
  const other = await newCaller(system);
  const templateName = await newTemplate(system, other);
  const mark = async () => (await marks(other.actor.accountId))[1];
  const largest = await newTask(other, templateName);
  await system.db.pool.query("update task set id = id + 1000000 where id = $1", [largest]);
  const before = await mark();
  const taskId = await newTask(other, templateName);
  const created = await mark();
  expect(created).not.toBe(before);
  await cancelTask({ ctx: other, input: { taskId } });
  expect(await mark()).not.toBe(created);

  const second = await newCaller(system);
  const worker = await newWorker(system);
  const task = await newHeldTask({ caller: second, worker, templateName: await newTemplate(system, second) });
  await task.take({ begun: begun(1) });
  const first = await marks(second.actor.accountId);
  await pushVariable({ ctx: second, input: { taskId: task.taskId, name: "code", value: "1" } });
  await task.take();
  await task.askAgain(3, { reason: "used" });
  expect(await task.take({ begun: begun(2) })).toMatchObject({ status: "waiting" });
  const next = await marks(second.actor.accountId);
  expect(next[0]).not.toBe(first[0]);
  expect(next[1]).not.toBe(first[1]);
});
