import { expect, test } from "vitest";
import { newHeldTask } from "../platform/held-task-testing.ts";
import {
  inProcess,
  lateCode,
  newCaller,
  newSession,
  newTemplate,
  newWorker,
  openTestContext,
} from "../platform/testing.ts";
import { readListMarks, readWaitMarks } from "../tasks/task-marks.ts";
import { extendWait, pushVariable } from "./answer-wait.ts";
import { getInbox } from "./inbox.ts";

const system = await openTestContext();
const caller = await newCaller(system);

async function marks() {
  const { accountId } = caller.actor;
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
  await pushVariable({ ctx: caller, input: { taskId: late, name: "code", value: "349001" } });
  expect((await list()).ids).toEqual([soon]);
  const stranger = await newCaller(system);
  expect(await getInbox({ ctx: newSession(stranger) })).toEqual({ waits: [], total: 0 });
});
