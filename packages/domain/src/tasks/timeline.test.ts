import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { claimDeliveries } from "../notifications/claim-deliveries.ts";
import { recordDelivery, retryPause } from "../notifications/outbox.ts";
import { isDomainError } from "../platform/errors.ts";
import { begun, claimFirst, newHeldTask } from "../platform/held-task-testing.ts";
import { behind, newCaller, newTask, newTemplate, newWorker, openTestContext } from "../platform/testing.ts";
import { pushVariable } from "../waits/answer-wait.ts";
import { type BegunSteps, noteStep, stepIdOf } from "./begun-steps.ts";
import { cancelTask } from "./cancel-task.ts";
import { getStepPicture, getTask, getTimeline } from "./get-task.ts";
import { getTaskResult } from "./get-task-result.ts";
import { readTaskMarks } from "./task-marks.ts";

const system = await openTestContext();
const caller = await newCaller(system);
const template = await newTemplate(system, caller);

const create = (callbackUrl?: string) => newTask(caller, template, { callbackUrl });

const claimed = () => claimFirst(system);

test("what happens in a step is noted once, one that goes on and on has only the first of it, and its task ends it", async () => {
  const taskId = await create();
  const task = await claimed();
  await task.begin(1);
  const note = (text: string) => noteStep({ ctx: task.worker, input: { ...task.held, note: text, hasFailed: false } });
  const mark = async () => (await readTaskMarks({ ctx: system, input: { ids: [taskId] } })).get(taskId);
  const seen = [await mark()];
  for (const text of ["taken over", "handed back", "taken over"]) {
    await note(text);
    seen.push(await mark());
  }
  expect(new Set(seen).size, "the task's page notices both").toBe(3);
  const written = async () => (await getTimeline({ ctx: caller, input: { taskId } })).items.at(-1)?.note;
  expect(await written()).toBe("taken over; handed back");
  for (let n = 0; n < 30; n++) await note(`${n} `.padEnd(1_000, "."));
  expect((await written())?.length).toBeLessThan(21_100);
  await task.fail();
  const ended = { number: 1, outcome: "failed", endedAt: expect.any(Date) };
  expect((await getTimeline({ ctx: caller, input: { taskId } })).items.at(-1)).toMatchObject(ended);
});

test("the timeline has each step's start, end and outcome, over several claims, with its pictures", async () => {
  const taskId = await create();
  const first = await claimed();
  await first.begin(1, { type: "WAIT_FOR_VARIABLE_VALUE" });
  await first.giveBack({ lost: true });
  const second = await claimed();
  await second.begin(1, { type: "WAIT_FOR_VARIABLE_VALUE" });
  await second.begin(2, { type: "FILL_INPUT" });
  await second.picture(2, "RIFF");
  await first.picture(1, "old fence");
  await second.fail();

  const { items: steps, next } = await getTimeline({ ctx: caller, input: { taskId } });
  const shown = steps.map(({ number, type, sentence, outcome, hasPicture }) => [
    ...[number, type, sentence],
    ...[outcome, hasPicture],
  ]);
  expect(shown).toEqual([
    [0, "OPEN_PAGE", "Open the website", "done", false],
    [1, "WAIT_FOR_VARIABLE_VALUE", "Wait for the code", "stopped", false],
    [0, "OPEN_PAGE", "Open the website", "done", false],
    [1, "WAIT_FOR_VARIABLE_VALUE", "Wait for the code", "done", false],
    [2, "FILL_INPUT", "Type the code into #code", "failed", true],
  ]);
  expect(next).toBeNull();
  const picture = (stepId: number, ctx = caller) => getStepPicture({ ctx, input: { taskId, stepId } });
  const [opening, last] = [steps[0]?.stepId as number, steps[4]?.stepId as number];
  expect(await picture(last)).toEqual({
    picture: { mediaType: "image/webp", base64: Buffer.from("RIFF").toString("base64") },
  });
  expect(await picture(opening)).toEqual({ picture: null });
  expect((await getTask({ ctx: caller, input: { taskId } })).pictureStepId).toBe(last);
  const stranger = await newCaller(system);
  for (const ask of [() => picture(last, stranger), () => picture(last + 1)])
    await expect(ask()).rejects.toMatchObject({ code: "ERROR_NO_SUCH_CAPCHA_ID" });

  const begin = await getTimeline({ ctx: caller, input: { taskId, limit: 3 } });
  const rest = await getTimeline({ ctx: caller, input: { taskId, limit: 3, after: begin.next as number } });
  expect([...begin.items, ...rest.items], "in two pages, with the same runs").toEqual(steps);
  expect(steps.every(({ startedAt, endedAt }) => endedAt !== null && endedAt >= startedAt)).toBe(true);
  expect(steps.map(({ run }) => run)).toEqual([1, 1, 2, 2, 2]);
});

test("a picture that comes while its task is deleted is stored nowhere", async () => {
  const taskId = await create();
  const task = await claimed();
  await task.begin(1);
  const deletion = `select delete_tasks(array[${taskId}])`;
  expect(await behind(system, deletion, 1, () => task.picture(1, "RIFF"))).toBeNull();
  expect(await system.db.prisma.taskStep.count({ where: { taskId } })).toBe(0);
});

test("a screenshot that the timeline has is stored there alone, and the solution still has it", async () => {
  const taskId = await create();
  const task = await claimed();
  await task.begin(1);
  const [timeline, solutionOnly] = [randomBytes(20_000), randomBytes(500)];
  const stepId = await task.picture(1, timeline);
  const screenshots = [timeline, solutionOnly].map((picture) => picture.toString("base64"));
  await task.ready({ screenshots }, [stepId, null]);

  expect(await getTaskResult({ ctx: caller, input: { taskId } })).toMatchObject({ solution: { screenshots } });
  const { solution } = await system.db.prisma.task.findUniqueOrThrow({ where: { id: taskId } });
  expect(solution?.length).toBeLessThan(2_000);
});

test("a cancelled task says why, and a worker that holds it learns of it at its next write", async () => {
  const taskId = await create();
  const task = await claimed();
  await cancelTask({ ctx: caller, input: { taskId, reason: "the person declined" } });
  await expect(getTaskResult({ ctx: caller, input: { taskId } })).rejects.toMatchObject({
    code: "ERROR_TASK_CANCELED",
    message: "The task was cancelled: the person declined.",
  });
  expect(await task.begin(1)).toBe(false);
});

test("a callback is due when its task ends, tried again after a pause, and done once delivered", async () => {
  const taskId = await create("http://127.0.0.1/done");
  const task = await claimed();
  expect(await claimDeliveries({ ctx: task.worker, input: { limit: 10 } })).toEqual([]);
  await task.fail();

  const [delivery] = await claimDeliveries({ ctx: task.worker, input: { limit: 10 } });
  expect(delivery).toMatchObject({
    taskId,
    url: "http://127.0.0.1/done",
    attempt: 1,
    result: { code: "ERROR_STEP_FAILED", message: "The button was not there." },
  });
  expect(await claimDeliveries({ ctx: task.worker, input: { limit: 10 } })).toEqual([]);
  if (!delivery) throw new Error("no delivery");

  const due = () => system.db.prisma.delivery.findFirstOrThrow({ where: { taskId } });
  await recordDelivery({ ctx: task.worker, input: { delivery, problem: "HTTP 500" } });
  expect(await due()).toMatchObject({ deliveredAt: null, lastProblem: "HTTP 500", nextAt: expect.any(Date) });
  await recordDelivery({ ctx: task.worker, input: { delivery, problem: null } });
  expect(await due()).toMatchObject({ deliveredAt: expect.any(Date), lastProblem: null, nextAt: null });
});

test.each([
  ["callback", 1, 0, 10],
  ["callback", 2, 10, 20],
  ["event", 9, 5_000, 2_560],
  ["callback", 10, 9_000, 3_600],
  ["event", 40, 82_000, 3_600],
  ["callback", 41, 86_000, null],
  ["wait", 20, 86_000, 300],
  ["report", 12, 40_000, 20_480],
  ["report", 20, 3 * 86_400, null],
] as const)(
  "a %s is retried: after attempt %i, %i s after the event, the pause is %s s",
  (kind, attempt, since, pause) => {
    expect(retryPause({ kind, attempt, secondsSinceEvent: since })).toBe(pause);
  },
);

test("a result that cannot be read keeps no other callback from its receiver", async () => {
  const ids = [await create("http://127.0.0.1/a"), await create("http://127.0.0.1/b")];
  for (const _ of ids) await (await claimed()).ready();
  await system.sql`update task set solution = 'no sealed text' where id = ${ids[0]}`;
  const deliveries = await claimDeliveries({ ctx: await newWorker(system), input: { limit: 10 } });
  const callbacks = deliveries.filter((one) => one.kind === "callback");
  const codes = callbacks.map(({ taskId, result }) => [taskId, isDomainError(result) ? result.code : result.status]);
  expect(Object.fromEntries(codes)).toEqual({ [ids[0] as number]: "ERROR_INTERNAL", [ids[1] as number]: "ready" });
});

test("of two ends of one task at once the first one counts, and the other tasks of the batch end", async () => {
  const [twice, once] = [await create(), await create()];
  const cancel = (taskId: number) => cancelTask({ ctx: caller, input: { taskId } });
  const said = await Promise.allSettled([twice, once, twice].map(cancel));
  expect(said.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", expect.any(String)]);
  const where = { taskId: { in: [twice, once] }, kind: "release" as const };
  expect(await system.db.prisma.ledgerEntry.count({ where })).toBe(2);
});

const worker = await newWorker(system, { slots: 100 });

const waits: BegunSteps = {
  maySubmit: true,
  steps: [
    ...begun(1, { type: "FILL_INPUT", path: ["0", "then", "0"] }).steps,
    ...begun(2, { type: "WAIT_FOR_VARIABLE_VALUE" }).steps,
  ],
};
const heldTask = () => newHeldTask({ caller, worker, templateName: template });

const placesOf = async (taskId: number) => {
  const { items } = await getTimeline({ ctx: caller, input: { taskId } });
  return items.map(({ place, type }) => `${place} ${type}`);
};

const maySubmit = async (taskId: number) =>
  (await system.db.prisma.task.findUniqueOrThrow({ where: { id: taskId } })).maySubmit;

test("steps are recorded with the wait that they lead to, once even if its response is lost", async () => {
  const { taskId, take } = await heldTask();
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
  const { taskId, take } = await heldTask();
  await pushVariable({ ctx: caller, input: { taskId, name: "code", value: "349001" } });
  const taken = { status: "taken", value: "349001" };
  expect(await take()).toEqual(taken);
  expect(await take({ isFirst: false, begun: waits })).toEqual(taken);
  expect(await placesOf(taskId)).toEqual(["0 OPEN_PAGE", "1.then.1 FILL_INPUT", "2 WAIT_FOR_VARIABLE_VALUE"]);
  await cancelTask({ ctx: caller, input: { taskId } });
});

test("the last steps and their pictures are recorded with the end", async () => {
  const { taskId, fail } = await heldTask();
  const end = () => fail({}, { begun: () => begun(1, { type: "CLICK", picture: Buffer.from("RIFF") }) });
  expect([await end(), await end()]).toEqual([{ status: "ended" }, { status: "gone" }]);
  expect(await placesOf(taskId)).toEqual(["0 OPEN_PAGE", "1 CLICK"]);
  const { items } = await getTimeline({ ctx: caller, input: { taskId } });
  const stepId = items[1]?.stepId as number;
  expect((await getStepPicture({ ctx: caller, input: { taskId, stepId } })).picture).not.toBeNull();
});

test("a recorded step that gets a picture leaves the task where it is; one that is written again with a picture has it", async () => {
  const { taskId, begin, take } = await heldTask();
  await begin(1);
  await begin(2, { type: "WAIT_FOR_VARIABLE_VALUE" });
  await take();
  await begin(1, { isRecorded: true, picture: Buffer.from("RIFF") });
  const { items } = await getTimeline({ ctx: caller, input: { taskId } });
  expect(items.map(({ hasPicture }) => hasPicture)).toEqual([false, true, false]);
  const shown = { status: "processing", progress: { step: 2 }, waitingFor: ["code"] };
  await expect(getTaskResult({ ctx: caller, input: { taskId } })).resolves.toMatchObject(shown);
  await cancelTask({ ctx: caller, input: { taskId } });

  const { taskId: second, begin: beginAnew } = await heldTask();
  const pictured = async () =>
    (await getTimeline({ ctx: caller, input: { taskId: second } })).items.map((s) => s.hasPicture);
  await beginAnew(1);
  expect(await pictured()).toEqual([false, false]);
  await beginAnew(1, { picture: Buffer.from("RIFF") });
  await beginAnew(1);
  expect(await pictured()).toEqual([false, true]);
  await cancelTask({ ctx: caller, input: { taskId: second } });
});

/** The first four steps of a run, as they began one after another. */
const four: BegunSteps = { maySubmit: false, steps: [40, 30, 20, 10].flatMap((ms, n) => begun(n + 1, { ms }).steps) };

test("steps that are recorded together are in one row, and each is in the timeline once", async () => {
  const { taskId, record } = await heldTask();
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
  const { taskId, held, record, begin, picture } = await heldTask();
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
