import { expect, test } from "vitest";
import { begun, newHeldTask } from "../platform/held-task-testing.ts";
import { newCaller, newTemplate, newWorker, openTestContext } from "../platform/testing.ts";
import { pushVariable } from "../waits/answer-wait.ts";
import { type BegunSteps, stepIdOf } from "./begun-steps.ts";
import { cancelTask } from "./cancel-task.ts";
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
const newTask = () => newHeldTask({ caller, worker, templateName });

const placesOf = async (taskId: number) => {
  const { items } = await getTimeline({ ctx: caller, input: { taskId } });
  return items.map(({ place, type }) => `${place} ${type}`);
};

const maySubmit = async (taskId: number) =>
  (await system.db.prisma.task.findUniqueOrThrow({ where: { id: taskId } })).maySubmit;

test("steps are recorded with the wait that they lead to, once even if its response is lost", async () => {
  const { taskId, take } = await newTask();
  for (const isFirst of [true, false]) {
    expect(await take({ isFirst, begun: waits })).toMatchObject({ status: "waiting" });
    expect(await placesOf(taskId)).toEqual(["0 OPEN_PAGE", "1.then.1 FILL_INPUT", "2 WAIT_FOR_VARIABLE_VALUE"]);
  }
  const shown = { status: "processing", progress: { step: 2 } };
  await expect(getTaskResult({ ctx: caller, input: { taskId } })).resolves.toMatchObject(shown);
  expect(await maySubmit(taskId)).toBe(true);
  await cancelTask({ ctx: caller, input: { taskId } });
});

test("so are those before a wait whose value this run has taken already", async () => {
  const { taskId, take } = await newTask();
  await pushVariable({ ctx: caller, input: { taskId, name: "code", value: "349001" } });
  const taken = { status: "taken", value: "349001" };
  expect(await take()).toEqual(taken);
  expect(await take({ isFirst: false, begun: waits })).toEqual(taken);
  expect(await placesOf(taskId)).toEqual(["0 OPEN_PAGE", "1.then.1 FILL_INPUT", "2 WAIT_FOR_VARIABLE_VALUE"]);
  await cancelTask({ ctx: caller, input: { taskId } });
});

test("the last steps and their pictures are recorded with the end", async () => {
  const { taskId, fail } = await newTask();
  const end = () => fail({}, { begun: () => begun(1, { type: "CLICK", picture: Buffer.from("RIFF") }) });
  expect([await end(), await end()]).toEqual([{ status: "ended" }, { status: "gone" }]);
  expect(await placesOf(taskId)).toEqual(["0 OPEN_PAGE", "1 CLICK"]);
  const { items } = await getTimeline({ ctx: caller, input: { taskId } });
  const stepId = items[1]?.stepId as number;
  expect((await getStepPicture({ ctx: caller, input: { taskId, stepId } })).picture).not.toBeNull();
});

test("a recorded step that gets a picture leaves the task where it is", async () => {
  const { taskId, begin, take } = await newTask();
  await begin(1);
  await begin(2, { type: "WAIT_FOR_VARIABLE_VALUE" });
  await take();
  await begin(1, { isRecorded: true, picture: Buffer.from("RIFF") });
  const { items } = await getTimeline({ ctx: caller, input: { taskId } });
  expect(items.map(({ hasPicture }) => hasPicture)).toEqual([false, true, false]);
  const shown = { status: "processing", progress: { step: 2 }, waitingFor: ["code"] };
  await expect(getTaskResult({ ctx: caller, input: { taskId } })).resolves.toMatchObject(shown);
  await cancelTask({ ctx: caller, input: { taskId } });
});

/** The first four steps of a run, as they began one after another. */
const four: BegunSteps = { maySubmit: false, steps: [40, 30, 20, 10].flatMap((ms, n) => begun(n + 1, { ms }).steps) };

test("steps that are recorded together are in one row, and each is in the timeline once", async () => {
  const { taskId, record } = await newTask();
  const rows = () => system.db.prisma.taskStep.count({ where: { taskId } });
  await record({ ...four, steps: four.steps.slice(0, 3) });
  expect(await rows()).toBe(2);
  // As after a lost response, when another step has begun.
  await record(four);
  expect(await rows()).toBe(3);
  expect(await placesOf(taskId)).toEqual(["0 OPEN_PAGE", "1 PAUSE", "2 PAUSE", "3 PAUSE", "4 PAUSE"]);
  const { items } = await getTimeline({ ctx: caller, input: { taskId } });
  expect(items.map(({ outcome }) => outcome)).toEqual(["done", "done", "done", "done", null]);
  const lasted = items.map(({ startedAt, endedAt }) => endedAt && endedAt.getTime() - startedAt.getTime());
  expect(lasted.slice(1, 3)).toEqual([10, 10]);
  await cancelTask({ ctx: caller, input: { taskId } });
});

test("a step in the row of a later one has no picture, and gets one with a row of its own", async () => {
  const { taskId, held, record, begin, picture } = await newTask();
  await record(four);
  const stepIds = [0, 1, 2, 3, 4].map((nth) => stepIdOf(held.fence, nth));
  const pictures = () =>
    Promise.all(stepIds.map((stepId) => getStepPicture({ ctx: caller, input: { taskId, stepId } })));
  expect((await pictures()).map(({ picture }) => picture)).toEqual([null, null, null, null, null]);
  await begin(1, { ms: 40, isRecorded: true, picture: Buffer.from("RIFF") });
  expect(await picture(2, "RIFF")).toBe(stepIds[2]);
  expect((await pictures()).map(({ picture }) => picture !== null)).toEqual([false, true, true, false, false]);
  const { items } = await getTimeline({ ctx: caller, input: { taskId } });
  expect(items.map(({ stepId }) => stepId)).toEqual(stepIds);
  expect(items.map(({ hasPicture }) => hasPicture)).toEqual([false, true, true, false, false]);
  await cancelTask({ ctx: caller, input: { taskId } });
});

test("a step that is written again with a picture has it", async () => {
  const { taskId, begin } = await newTask();
  const pictured = async () => (await getTimeline({ ctx: caller, input: { taskId } })).items.map((s) => s.hasPicture);
  await begin(1);
  expect(await pictured()).toEqual([false, false]);
  await begin(1, { picture: Buffer.from("RIFF") });
  await begin(1);
  expect(await pictured()).toEqual([false, true]);
  await cancelTask({ ctx: caller, input: { taskId } });
});
