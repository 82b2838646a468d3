import type { WrittenStep } from "@gatepost/contract/steps";
import { expect, test } from "vitest";
import { claimFirst } from "../platform/held-task-testing.ts";
import { codeComesLater, newCaller, openTestContext } from "../platform/testing.ts";
import { saveDraft } from "../templates/save-template.ts";
import { continueTask } from "./continue-task.ts";
import { createTask } from "./create-task.ts";
import { getTimeline } from "./get-task.ts";
import { getTaskCall } from "./get-task-call.ts";

const system = await openTestContext();
const caller = await newCaller(system);

const wait: WrittenStep = { type: "WAIT_FOR_VARIABLE_VALUE", name: "code" };
const type: WrittenStep = { type: "FILL_INPUT", selector: "#code", value: { variable: "code" } };
const click = (selector: string): WrittenStep => ({ type: "CLICK", selector });
const draftOf = (steps: WrittenStep[], ctx = caller) => saveDraft(ctx, { name: "Draft", description: "", steps });

/** A task that a worker runs, whose draft waits for a code and clicks #wrong. Its code comes later; `user` is given. */
async function draftTask() {
  const template = { name: "Draft", description: "", steps: [wait, type, click("#wrong")] };
  const task = { websiteURL: "http://127.0.0.1/", template, keepsOpen: true, variables: codeComesLater };
  const { taskId } = await createTask({ ctx: caller, input: { task } });
  const held = await claimFirst(system);
  const values = new Map<string, unknown>();
  const go = async (draft: string | Promise<string>, at: string, more = {}) => {
    const input = { task: { ...held.held, late: ["code"], ...more }, draft: await draft, at, values };
    return continueTask({ ctx: held.worker, input });
  };
  return { ...held, taskId, values, go };
}

test("a task goes on with an edited draft, and what it has run before stays as it was", async () => {
  const { taskId, begin, values, go, fail } = await draftTask();
  await begin(3, { type: "CLICK" });
  values.set("code", "349001");
  const found = await go(
    draftOf([wait, type, { type: "IF_ELEMENT", selector: "#a", then: [click("#right")] }]),
    "3.then.1",
  );
  expect(found).toMatchObject({
    start: [2, "then", 0],
    steps: [{}, {}, { then: [{ selector: { permanent: "#right" } }] }],
  });
  const again = await go(draftOf([wait, type, click("#right")]), "3");
  expect(again).toMatchObject({ start: [2] });
  await begin(3, { type: "CLICK", nth: 4 });
  const { items } = await getTimeline({ ctx: caller, input: { taskId } });
  expect(items.map(({ sentence }) => sentence)).toEqual(["Open the website", "Click #wrong", "Click #right"]);
  const row = await system.db.prisma.task.findUnique({ where: { id: taskId }, select: { maySubmit: true } });
  expect(row?.maySubmit, "to start over would not be what was asked for").toBe(true);
  const { draft } = await getTaskCall({ ctx: caller, input: { taskId } });
  expect(draft?.steps).toEqual([wait, type, click("#right")]);
  await fail();
});

test("the draft that a task ran first is kept with its steps, however long ago it was stored", async () => {
  const { taskId, begin, values, go, fail } = await draftTask();
  await begin(3, { type: "CLICK" });
  values.set("code", "349001");
  await go(draftOf([wait, type, click("#kept")]), "3");
  const unused = await draftOf([click("#unused")]);
  await system.sql`update template_version set created_at = now() - interval '3 days'`;
  // Only an account that has as many as it may loses any.
  const { accountLimits } = caller.settings;
  const templateVersions = await system.db.prisma.templateVersion.count();
  const limited = {
    ...caller,
    settings: { ...caller.settings, accountLimits: { ...accountLimits, templateVersions } },
  };
  await draftOf([click("#later")], limited);
  const { items } = await getTimeline({ ctx: caller, input: { taskId } });
  expect(items.map(({ sentence }) => sentence)).toEqual(["Open the website", "Click #wrong"]);
  expect(await system.db.prisma.template.count({ where: { name: unused } })).toBe(0);
  await fail();
});

test("steps that may not run are refused with the reason, and the task stays as it is", async () => {
  const { taskId, held, go, fail } = await draftTask();
  const problem = (text: string) => ({ problem: expect.stringContaining(text) });
  const other = { type: "FILL_INPUT", selector: "#name", value: { variable: "name" } } as const;
  expect(await go(draftOf([wait, type]), "3")).toEqual(problem("no step 3"));
  expect(await go(draftOf([wait, type, other]), "1")).toEqual(problem("Missing: name."));
  expect(await go(draftOf([type, wait]), "1")).toEqual(problem("no step WAIT_FOR_VARIABLE_VALUE for it before"));
  expect(await go(draftOf([wait, type]), "2")).toEqual(problem("The variable code has no value yet."));
  const nested: WrittenStep = { type: "IF_ELEMENT", selector: "#a", then: [click("#b"), wait, type], else: [wait] };
  expect(await go(draftOf([nested, type]), "1.then.3")).toEqual(problem("The variable code has no value yet."));
  const foreign = draftOf([click("#foreign")], await newCaller(system));
  expect(await go(foreign, "1")).toEqual(problem("not stored any more"));
  expect(await go(draftOf([wait, type]), "1", { fence: held.fence - 1 })).toBe("gone");
  const { draft } = await getTaskCall({ ctx: caller, input: { taskId } });
  expect(draft?.steps).toEqual([wait, type, click("#wrong")]);
  expect(await go(draftOf([nested, type]), "1.then.2")).toMatchObject({ start: [0, "then", 1] });
  await fail();
});
