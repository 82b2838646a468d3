import { expect, test } from "vitest";
import { newHeldTask } from "../platform/held-task-testing.ts";
import { inProcess, newCaller, newSession, newTemplate, newWorker, openTestContext } from "../platform/testing.ts";
import { createAnswerLink, openAnswerLink } from "../waits/answer-links.ts";
import { pushEntered, pushVariable } from "../waits/answer-wait.ts";
import { getTask } from "./get-task.ts";
import { getTaskResult } from "./get-task-result.ts";
import { readTaskMarks } from "./task-marks.ts";

const system = await openTestContext();
const caller = await newCaller(system);

test("receipts say what pushed each value and what its outcome was, never the value", async () => {
  const templateName = await newTemplate(system, caller);
  const worker = await newWorker(system);
  const { taskId, begin, take, ...task } = await newHeldTask({ caller, worker, templateName });
  const receipts = async () => (await getTaskResult({ ctx: caller, input: { taskId } })).receipts;

  await begin(1);
  await take();
  expect(await receipts()).toBeUndefined();
  const { token } = await createAnswerLink({ ctx: caller, input: { taskId, name: "code" } });
  const link = await openAnswerLink({ app: inProcess(system, "web"), token });
  if (!link) throw new Error("The link does not work.");
  await pushVariable({
    ctx: { ...inProcess(system, "web"), actor: link.actor },
    input: { taskId, name: "code", value: "349001" },
  });
  const first = {
    name: "code",
    attempt: 1,
    length: 6,
    outcome: "taken",
    takenAt: expect.any(Number),
    pushedAt: expect.any(Number),
    pushedBy: `answer link ${link.actor.linkId}`,
  };
  expect(await receipts()).toEqual([first]);
  await begin(2);
  expect(await receipts()).toEqual([{ ...first, usedBy: 2 }]);

  // The site refuses it. A key pushes the next value, and a person replaces it before it is taken.
  await task.askAgain(3);
  await pushVariable({ ctx: caller, input: { taskId, name: "code", value: "1234" } });
  const mark = async () => (await readTaskMarks({ ctx: system, input: { ids: [taskId] } })).get(taskId);
  const before = await mark();
  await pushEntered({ ctx: newSession(caller), input: { taskId, name: "code", entered: "12345" } });
  expect(await mark(), "the task's page shows it").not.toBe(before);
  const replaced = {
    name: "code",
    attempt: 2,
    length: 4,
    pushedAt: expect.any(Number),
    pushedBy: expect.stringMatching(/^key gp_\w+…\w+ \(test\)$/),
    outcome: "unused",
  };
  const waits = { ...replaced, length: 5, pushedBy: "a person of the account", outcome: "pushed" };
  expect(await receipts()).toEqual([{ ...first, usedBy: 2 }, replaced, waits]);
  // A key that asks is named as it was when it was verified, without a query; the others are looked up.
  const asking = { ...caller, actor: { ...caller.actor, keyName: "the key that asks" } };
  const named = (await getTaskResult({ ctx: asking, input: { taskId } })).receipts ?? [];
  expect(named.map(({ pushedBy }) => pushedBy)).toEqual([first.pushedBy, "the key that asks", waits.pushedBy]);
  expect((await getTask({ ctx: caller, input: { taskId } })).receipts).toEqual(await receipts());

  await task.ready();
  expect(await receipts()).toEqual([{ ...first, usedBy: 2 }, replaced, { ...waits, outcome: "unused" }]);
  await expect(pushVariable({ ctx: caller, input: { taskId, name: "code", value: "1" } })).rejects.toMatchObject({
    code: "ERROR_TASK_FINISHED",
    message: expect.stringContaining("A value of this variable was taken at"),
  });
});

test("a person's entry is a value of the wait's kind", async () => {
  const templateName = await newTemplate(system, caller, [
    { type: "WAIT_FOR_VARIABLE_VALUE", name: "code", kind: "yes_no" },
  ]);
  const worker = await newWorker(system);
  const { taskId, take } = await newHeldTask({ caller, worker, templateName });
  const ctx = newSession(caller);
  await expect(pushEntered({ ctx, input: { taskId, name: "code", entered: "perhaps" } })).rejects.toMatchObject({
    code: "ERROR_VARIABLE_REFUSED",
  });
  await pushEntered({ ctx, input: { taskId, name: "code", entered: "no" } });
  expect(await take()).toEqual({ status: "taken", value: false });
});
