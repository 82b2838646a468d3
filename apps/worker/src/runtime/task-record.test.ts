import { newCaller, newTask, newTemplate, newWorker, openTestContext } from "@gatepost/domain/platform/testing";
import { type ClaimedTask, claimTasks } from "@gatepost/domain/tasks/claim-tasks";
import { expect, test } from "vitest";
import { TaskControl } from "./task-control.ts";
import { TaskRecord } from "./task-record.ts";

const system = await openTestContext();
const caller = await newCaller(system);
const worker = await newWorker(system);
await newTask(caller, await newTemplate(system, caller));
const [task] = (await claimTasks({ ctx: worker, input: { limit: 1 } })) as [ClaimedTask];

/** Whether a step that may submit something began only after that was committed. */
async function isCommittedFirst(before: (record: TaskRecord, at: number) => void): Promise<boolean> {
  const where = { id: task.taskId };
  await system.db.prisma.task.update({ where, data: { maySubmit: false } });
  const control = new TaskControl({ next: () => Promise.reject(new Error("There is nothing to wait for.")) });
  const record = new TaskRecord({ ctx: worker, task, control, lost: new AbortController().signal });
  before(record, performance.now());
  record.progress.begin({ step: { type: "CLICK", selector: { permanent: "a" } }, path: [0], runs: [] }, true);
  await record.progress.submittable();
  const { maySubmit } = await system.db.prisma.task.findUniqueOrThrow({ where });
  // Else it would be recorded by a timer.
  await record.progress.recorded();
  return maySubmit;
}

test("a step may submit something at once only if the last heartbeats say that this claim of the task may submit", async () => {
  const { taskId, accountId, fence } = task;
  const assigned = { taskId, accountId, fence, maySubmit: true };
  expect(await isCommittedFirst(() => {})).toBe(true);
  expect(await isCommittedFirst((record, at) => record.assignedAt(at, assigned))).toBe(false);
  expect(await isCommittedFirst((record, at) => record.assignedAt(at, { ...assigned, maySubmit: false }))).toBe(true);
  expect(await isCommittedFirst((record, at) => record.assignedAt(at, { ...assigned, fence: fence - 1 }))).toBe(true);
  expect(await isCommittedFirst((record, at) => record.assignedAt(at - 3_000, assigned))).toBe(true);
});
