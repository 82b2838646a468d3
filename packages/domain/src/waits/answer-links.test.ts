import { limits } from "@gatepost/contract/limits";
import { expect, test } from "vitest";
import { codeComesLater, inProcess, newCaller, newTask, newTemplate, openTestContext } from "../platform/testing.ts";
import { createAnswerLink, openAnswerLink } from "./answer-links.ts";

const system = await openTestContext();

async function newWait() {
  const ctx = await newCaller(system);
  return { ctx, taskId: await newTask(ctx, await newTemplate(system, ctx), { variables: codeComesLater }) };
}

test("links that are created at the same moment are no more than a task may have", async () => {
  const { ctx, taskId } = await newWait();
  const create = () => createAnswerLink({ ctx, input: { taskId, name: "code" } });
  const free = 5;
  for (let n = 0; n < limits.answerLinks - free; n++) await create();
  const created = await Promise.allSettled(Array.from({ length: 2 * free }, create));
  expect(created.filter(({ status }) => status === "fulfilled").length).toBe(free);
  for (const result of created)
    if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "ERROR_BAD_REQUEST" });
});

test("while its account is suspended a link does not work", async () => {
  const { ctx, taskId } = await newWait();
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
