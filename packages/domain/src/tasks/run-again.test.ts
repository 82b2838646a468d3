import type { WrittenStep } from "@gatepost/contract/steps";
import { expect, test } from "vitest";
import { isDomainError, isInvalidProperty } from "../platform/errors.ts";
import { claimFirst } from "../platform/held-task-testing.ts";
import {
  codeComesLater,
  newApplication,
  newCaller,
  newSession,
  newTemplate,
  openTestContext,
} from "../platform/testing.ts";
import { saveDraft, saveOwnTemplate } from "../templates/save-template.ts";
import { cancelTask } from "./cancel-task.ts";
import { continueTask } from "./continue-task.ts";
import { createTask } from "./create-task.ts";
import { getTask, getTimeline } from "./get-task.ts";
import { getTaskCall, runAgain } from "./get-task-call.ts";

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

const code = { name: "code", late: true, entry: "text", options: [], canBeSecret: false };
const variables = [{ ...code, cameLate: true }];

test("a task is run again with its template, address, application and session, and with new values", async () => {
  const softId = await newApplication(system, caller);
  const templateName = await newTemplate(system, caller);
  const task = {
    websiteURL: "http://127.0.0.1/in",
    templateName,
    session: "shop",
    onFailure: "ask" as const,
    variables: codeComesLater,
    domainsOfInterest: ["http://127.0.0.1:81"],
  };
  const { accountId } = caller.actor;
  const emails = ["ann@example.org", "gone@example.org"];
  await system.db.prisma.emailAddress.createMany({
    data: emails.map((email) => ({ accountId, email, confirmedAt: new Date() })),
  });
  const { taskId } = await createTask({
    ctx: caller,
    input: { task, softId, callbackUrl: "http://127.0.0.1/done", callbackOn: ["waiting"], notify: emails },
  });
  const call = await getTaskCall({ ctx: caller, input: { taskId } });
  expect(call).toEqual({
    templateName,
    draft: null,
    websiteUrl: task.websiteURL,
    domainsOfInterest: task.domainsOfInterest,
    callbackUrl: "http://127.0.0.1/done",
    softId,
    session: "shop",
    onFailure: "ask",
    variables,
    callbackOn: ["waiting"],
    notify: emails,
  });
  await cancelTask({ ctx: caller, input: { taskId } });
  await system.db.prisma.emailAddress.deleteMany({ where: { accountId, email: "gone@example.org" } });
  const again = await runAgain({ ctx: newSession(caller), input: { taskId, variables: { code: "349001" } } });
  expect(again.taskId).not.toBe(taskId);
  expect(await getTaskCall({ ctx: caller, input: again })).toEqual({
    ...call,
    notify: ["ann@example.org"],
    variables: [{ ...code, cameLate: false }],
  });
  const missing = await runAgain({ ctx: caller, input: { taskId, variables: {} } }).catch((error) => error);
  expect(isDomainError(missing) && missing.code).toBe("ERROR_INCORRECT_SESSION_DATA");
});

test("a draft that was sent with a task is run again as it was", async () => {
  const template = { name: "Draft", steps: [{ type: "TAKE_SCREENSHOT" }] };
  const { taskId } = await createTask({ ctx: caller, input: { task: { websiteURL: "http://127.0.0.1/", template } } });
  const call = await getTaskCall({ ctx: caller, input: { taskId } });
  expect(call).toMatchObject({ templateName: null, draft: template, variables: [] });
  const again = await runAgain({ ctx: caller, input: { taskId, variables: {} } });
  expect(await getTaskCall({ ctx: caller, input: again })).toEqual(call);
  const { templateName } = await getTask({ ctx: caller, input: { taskId } });
  const byName = createTask({ ctx: caller, input: { task: { websiteURL: "http://127.0.0.1/", templateName } } });
  await expect(byName).rejects.toMatchObject({
    code: "ERROR_TEMPLATE_NOT_FOUND",
    message: expect.stringContaining("send its document again"),
  });
  // Otherwise the draft, sent again, would be what was saved.
  const saved = saveOwnTemplate({
    ctx: caller,
    input: { template: { name: templateName, steps: [{ type: "PRESS_KEY", key: "Enter" }] } },
  });
  await expect(saved).rejects.toMatchObject({ property: "name" });
});

test("a person's form is told what is wrong beside its fields, and what else is", async () => {
  const templateName = await newTemplate(system, caller);
  const task = { websiteURL: "nonsense", templateName, variables: {} };
  const refusal = await createTask({ ctx: newSession(caller), input: { task } }).catch((error) => error);
  expect(isInvalidProperty(refusal) && refusal.all).toMatchObject([
    { property: "websiteURL", code: "ERROR_WEBSITE_NOT_ALLOWED" },
    { property: "", sentence: expect.stringContaining("Missing: code."), code: "ERROR_INCORRECT_SESSION_DATA" },
  ]);
});
