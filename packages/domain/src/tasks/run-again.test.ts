import { expect, test } from "vitest";
import { isDomainError, isInvalidProperty } from "../platform/errors.ts";
import {
  codeComesLater,
  newApplication,
  newCaller,
  newSession,
  newTemplate,
  openTestContext,
} from "../platform/testing.ts";
import { saveOwnTemplate } from "../templates/save-template.ts";
import { cancelTask } from "./cancel-task.ts";
import { createTask } from "./create-task.ts";
import { getTask } from "./get-task.ts";
import { getTaskCall, runAgain } from "./get-task-call.ts";

const system = await openTestContext();
const caller = await newCaller(system);

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
