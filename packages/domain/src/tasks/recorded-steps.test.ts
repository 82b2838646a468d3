import { expect, test } from "vitest";
import { newAssignedTask } from "../platform/assigned-task-testing.ts";
import { newCaller, newTemplate, newWorker, openTestContext } from "../platform/testing.ts";
import { pushVariable } from "../waits/push-variable.ts";
import { takeVariable } from "../waits/take-variable.ts";
import { type BegunSteps, beginStep, recordPicture, stepIdOf } from "./begun-steps.ts";
import { begun } from "./begun-testing.ts";
import { cancelTask } from "./cancel-task.ts";
import { finishTask } from "./finish-task.ts";
import { getStepPicture, getTimeline } from "./get-task.ts";
import { getTaskResult } from "./get-task-result.ts";

const system = await openTestContext();
const caller = await newCaller(system);
const worker = await newWorker(system);
const templateName = await newTemplate(system, caller);

const waits: BegunSteps = {
  maySubmit: true,
  steps: [
    ...begun(1, { type: "FILL_INPUT", path: ["0", "then", "0"] }).steps,
    ...begun(2, { type: "WAIT_FOR_VARIABLE_VALUE" }).steps,
  ],
};
const failed = { failed: { code: "ERROR_STEP_FAILED", description: "The button was not there." } } as const;

const placesOf = async (taskId: number) => {
  const { items } = await getTimeline({ ctx: caller, input: { taskId } });
  return items.map(({ place, type }) => `${place} ${type}`);
};

const maySubmit = async (taskId: number) =>
  (await system.db.prisma.task.findUniqueOrThrow({ where: { id: taskId } })).maySubmit;

test("steps are recorded with the wait that they lead to, once even if its response is lost", async () => {
  const { taskId, held } = await newAssignedTask({ caller, worker, templateName });
  for (const isFirst of [true, false]) {
    const input = { ...held, name: "code", timeoutSeconds: 60, isFirst, begun: waits };
    await expect(takeVariable({ ctx: worker, input })).resolves.toMatchObject({ status: "waiting" });
    expect(await placesOf(taskId)).toEqual(["0 OPEN_PAGE", "1.then.1 FILL_INPUT", "2 WAIT_FOR_VARIABLE_VALUE"]);
  }
  const shown = { status: "processing", progress: { step: 2 } };
  await expect(getTaskResult({ ctx: caller, input: { taskId } })).resolves.toMatchObject(shown);
  expect(await maySubmit(taskId)).toBe(true);
  await cancelTask({ ctx: caller, input: { taskId } });
});

test("so are those before a wait whose value this run has taken already", async () => {
  const { taskId, held, take } = await newAssignedTask({ caller, worker, templateName });
  await pushVariable({ ctx: caller, input: { taskId, name: "code", value: "349001" } });
  const taken = { status: "taken", value: "349001" };
  expect(await take()).toEqual(taken);
  const input = { ...held, name: "code", timeoutSeconds: 60, isFirst: false, begun: waits };
  expect(await takeVariable({ ctx: worker, input })).toEqual(taken);
  expect(await placesOf(taskId)).toEqual(["0 OPEN_PAGE", "1.then.1 FILL_INPUT", "2 WAIT_FOR_VARIABLE_VALUE"]);
  await cancelTask({ ctx: caller, input: { taskId } });
});

test("the last steps and their pictures are recorded with the end", async () => {
  const { taskId, held } = await newAssignedTask({ caller, worker, templateName });
  const last = begun(1, { type: "CLICK", picture: Buffer.from("RIFF") });
  const end = () => finishTask({ ctx: worker, input: { ...held, outcome: failed, begun: () => last } });
  expect([await end(), await end()]).toEqual([{ status: "ended" }, { status: "gone" }]);
  expect(await placesOf(taskId)).toEqual(["0 OPEN_PAGE", "1 CLICK"]);
  const { items } = await getTimeline({ ctx: caller, input: { taskId } });
  const stepId = items[1]?.stepId as number;
  expect((await getStepPicture({ ctx: caller, input: { taskId, stepId } })).picture).not.toBeNull();
});

test("an end that comes too early records no steps", async () => {
  const { taskId, held, take } = await newAssignedTask({ caller, worker, templateName });
  await take();
  const input = { ...held, outcome: failed, begun: () => begun(2), unlessSupplied: "code" };
  await expect(finishTask({ ctx: worker, input })).resolves.toEqual({ status: "early" });
  expect(await placesOf(taskId)).toEqual(["0 OPEN_PAGE"]);
  await cancelTask({ ctx: caller, input: { taskId } });
});

test("a recorded step that gets a picture leaves the task where it is", async () => {
  const { taskId, held, take } = await newAssignedTask({ caller, worker, templateName });
  const record = (steps: BegunSteps) => beginStep({ ctx: worker, input: { ...held, begun: steps } });
  await record(begun(1));
  await record(begun(2, { type: "WAIT_FOR_VARIABLE_VALUE" }));
  await take();
  await record(begun(1, { isRecorded: true, picture: Buffer.from("RIFF") }));
  const { items } = await getTimeline({ ctx: caller, input: { taskId } });
  expect(items.map(({ hasPicture }) => hasPicture)).toEqual([false, true, false]);
  const shown = { status: "processing", progress: { step: 2 }, waitingFor: ["code"] };
  await expect(getTaskResult({ ctx: caller, input: { taskId } })).resolves.toMatchObject(shown);
  await cancelTask({ ctx: caller, input: { taskId } });
});

/** The first four steps of a run, as they began one after another. */
const four: BegunSteps = {
  maySubmit: false,
  steps: [40, 30, 20, 10].flatMap((ms, n) => begun(n + 1, { ms }).steps),
};

test("steps that are recorded together are in one row, and each is in the timeline once", async () => {
  const { taskId, held } = await newAssignedTask({ caller, worker, templateName });
  const record = (steps: BegunSteps) => beginStep({ ctx: worker, input: { ...held, begun: steps } });
  const rows = () => system.db.prisma.taskStep.count({ where: { taskId } });
  await record({ ...four, steps: four.steps.slice(0, 3) });
  expect(await rows()).toBe(2);
  // As after a lost response, when another step has begun.
  await record(four);
  expect(await rows()).toBe(3);
  expect(await placesOf(taskId)).toEqual(["0 OPEN_PAGE", "1 PAUSE", "2 PAUSE", "3 PAUSE", "4 PAUSE"]);
  const { items } = await getTimeline({ ctx: caller, input: { taskId } });
  expect(items.map(({ outcome }) => outcome)).toEqual(["done", "done", "done", "done", null]);
  const [first, , third] = items.slice(1).map(({ startedAt }) => startedAt.getTime());
  expect((third as number) - (first as number)).toBe(20);
  await cancelTask({ ctx: caller, input: { taskId } });
});

test("a step in the row of a later one has no picture, and gets one with a row of its own", async () => {
  const { taskId, held } = await newAssignedTask({ caller, worker, templateName });
  const record = (steps: BegunSteps) => beginStep({ ctx: worker, input: { ...held, begun: steps } });
  await record(four);
  const stepIds = [0, 1, 2, 3, 4].map((nth) => stepIdOf(held.fence, nth));
  const pictures = () =>
    Promise.all(stepIds.map((stepId) => getStepPicture({ ctx: caller, input: { taskId, stepId } })));
  expect((await pictures()).map(({ picture }) => picture)).toEqual([null, null, null, null, null]);
  await record(begun(1, { ms: 40, isRecorded: true, picture: Buffer.from("RIFF") }));
  const alone = { ...held, nth: 2, picture: Buffer.from("RIFF") };
  expect(await recordPicture({ ctx: worker, input: alone })).toBe(stepIds[2]);
  expect((await pictures()).map(({ picture }) => picture !== null)).toEqual([false, true, true, false, false]);
  const { items } = await getTimeline({ ctx: caller, input: { taskId } });
  expect(items.map(({ stepId }) => stepId)).toEqual(stepIds);
  expect(items.map(({ hasPicture }) => hasPicture)).toEqual([false, true, true, false, false]);
  await cancelTask({ ctx: caller, input: { taskId } });
});

test("a step that is written again with a picture has it", async () => {
  const { taskId, held } = await newAssignedTask({ caller, worker, templateName });
  const write = (picture?: Buffer) => beginStep({ ctx: worker, input: { ...held, begun: begun(1, { picture }) } });
  const pictured = async () => (await getTimeline({ ctx: caller, input: { taskId } })).items.map((s) => s.hasPicture);
  await write();
  expect(await pictured()).toEqual([false, false]);
  await write(Buffer.from("RIFF"));
  await write();
  expect(await pictured()).toEqual([false, true]);
  await cancelTask({ ctx: caller, input: { taskId } });
});
