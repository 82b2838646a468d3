import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { announceWaits } from "../notifications/wait-emails.ts";
import { createEndpoint } from "../notifications/webhooks.ts";
import { getFirstSteps, getPerson } from "../people/people.ts";
import { claimFirst } from "../platform/held-task-testing.ts";
import { inProcess, newCaller, newPerson, newWorker, openTestContext } from "../platform/testing.ts";
import { getWaitStats } from "../statistics/get-wait-stats.ts";
import { cancelTask } from "../tasks/cancel-task.ts";
import { listOwnTasks } from "../tasks/list-tasks.ts";
import { readWaitMarks } from "../tasks/task-marks.ts";
import { findWaitingTasks, getInbox } from "../waits/inbox.ts";
import { handBack, takeControl } from "./control.ts";
import { startRecording } from "./start-recording.ts";

const system = await openTestContext();
const web = inProcess(system, "web");

test("a recording is announced to nobody, and is no wait, failure or first task of its account", async () => {
  const caller = await newCaller(system);
  const { accountId } = caller.actor;
  const person = await newPerson(system, { accountId });
  const events = ["waiting", "control", "ready", "failed"] as const;
  await createEndpoint({
    ctx: person,
    input: { accountId, url: "http://127.0.0.1/events", format: "standard", events: [...events], linkOrigin: null },
  });
  const address = { accountId, email: `${randomUUID()}@example.org`, everyWait: true, confirmedAt: new Date() };
  await system.db.prisma.emailAddress.create({ data: address });
  const listed = async (filter: Partial<Parameters<typeof listOwnTasks>[0]["input"]> = {}) =>
    (await listOwnTasks({ ctx: person, input: filter })).items.map((one) => one.taskId);

  const { taskId } = await startRecording({ ctx: person, input: { websiteURL: "http://127.0.0.1/" } });
  const worker = await newWorker(system);
  const task = await claimFirst(system, worker);
  expect(await task.take({ name: "recording" })).toMatchObject({ status: "waiting" });
  const control = { taskId, fence: task.held.fence, holder: "user 1", name: "ada@example.org" };
  await takeControl({ ctx: worker, input: control });
  await handBack({ ctx: worker, input: control });
  await announceWaits({ ctx: web });
  expect(await getInbox({ ctx: person })).toEqual({ waits: [], total: 0 });
  expect(await findWaitingTasks({ ctx: person })).toEqual([]);
  expect(await readWaitMarks({ ctx: web, input: { ids: [accountId] } })).toEqual(new Map());
  expect(await getPerson({ ctx: person })).toMatchObject({ waiting: 0 });
  expect(await getFirstSteps({ ctx: person, input: { accountId } })).toMatchObject({ task: null });
  expect(await listed({ state: "waiting" })).toEqual([]);
  expect(await listed(), "while it is open").toEqual([taskId]);

  await cancelTask({ ctx: person, input: { taskId } });
  expect(await listed()).toEqual([]);
  expect(await listed({ state: "failed" })).toEqual([]);
  expect(await listed({ search: String(taskId) }), "by its id").toEqual([taskId]);
  expect(await getWaitStats({ ctx: person, input: { accountId, days: 1 } })).toMatchObject({ all: { waits: 0 } });
  expect(await system.db.prisma.delivery.count({ where: { accountId } })).toBe(0);
  expect(await system.db.prisma.waitNotice.count({ where: { accountId } })).toBe(0);
});
