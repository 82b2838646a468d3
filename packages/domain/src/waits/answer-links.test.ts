import { limits } from "@gatepost/contract/limits";
import { expect, test } from "vitest";
import { inProcess, newCaller, newTemplate, openTestContext } from "../platform/testing.ts";
import { createTask } from "../tasks/create-task.ts";
import { createAnswerLink, openAnswerLink } from "./answer-links.ts";

const system = await openTestContext();

async function newTask() {
  const ctx = await newCaller(system);
  const templateName = await newTemplate(system, ctx);
  const task = { websiteURL: "https://example.com", templateName, variables: { code: "_WAIT_FOR_IT_" } };
  return { ctx, ...(await createTask({ ctx, input: { task } })) };
}

test("links that are created at the same moment are no more than a task may have", async () => {
  const { ctx, taskId } = await newTask();
  const create = () => createAnswerLink({ ctx, input: { taskId, name: "code" } });
  const free = 5;
  for (let n = 0; n < limits.answerLinks - free; n++) await create();
  const created = await Promise.allSettled(Array.from({ length: 2 * free }, create));
  expect(created.filter(({ status }) => status === "fulfilled").length).toBe(free);
  for (const result of created)
    if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "ERROR_BAD_REQUEST" });
});

test("while its account is suspended a link does not work", async () => {
  const { ctx, taskId } = await newTask();
  const { token } = await createAnswerLink({ ctx, input: { taskId, name: "code" } });
  const open = () => openAnswerLink({ app: inProcess(system, "web"), token });
  const suspend = (suspendedAt: Date | null) =>
    system.db.prisma.account.update({ where: { id: ctx.actor.accountId }, data: { suspendedAt } });
  expect(await open()).toMatchObject({ actor: { taskId, name: "code" } });
  await suspend(new Date());
  expect(await open()).toBeNull();
  await suspend(null);
  expect(await open()).not.toBeNull();
});
