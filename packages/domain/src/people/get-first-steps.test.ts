import { expect, test } from "vitest";
import { newApplication, newCaller, newSession, newTask, newTemplate, openTestContext } from "../platform/testing.ts";
import { cancelTask } from "../tasks/cancel-task.ts";
import { getFirstSteps } from "./people.ts";

const system = await openTestContext();

test("the first steps are those of the account, one after the other", async () => {
  const owner = await newCaller(system);
  const { accountId } = owner.actor;
  const steps = () => getFirstSteps({ ctx: newSession(owner), input: { accountId } });
  const begun = { hasKey: true, task: null, hasResult: false, softId: null, isCounted: false };
  expect(await steps()).toEqual(begun);

  const templateName = await newTemplate(system, owner);
  const taskId = await newTask(owner, templateName);
  expect(await steps()).toEqual({ ...begun, task: { taskId } });

  const { prisma } = system.db;
  const ended = await newTask(owner, templateName);
  await cancelTask({ ctx: owner, input: { taskId: ended } });
  expect((await steps()).task, "a task that has ended is done again").toBeNull();
  await prisma.task.delete({ where: { id: BigInt(ended) } });
  const paid = { accountId, available: 0n, held: -2_000n, platform: 2_000n, taskId: BigInt(taskId) };
  await prisma.ledgerEntry.create({ data: { ...paid, kind: "capture" } });
  const softId = await newApplication(system, owner);
  const registered = { ...begun, task: { taskId }, hasResult: true, softId };
  expect(await steps()).toEqual(registered);

  const counted = { applicationId: softId, bucket: new Date(0), n: 1n };
  await prisma.count.create({ data: { ...counted, metric: "view_excluded" } });
  expect(await steps(), "a bot has opened the page").toEqual(registered);
  await prisma.count.create({ data: { ...counted, metric: "view" } });
  expect(await steps()).toEqual({ ...registered, isCounted: true });
  const next = await newApplication(system, owner);
  expect(await steps(), "they do not come back").toEqual({ ...registered, softId: next, isCounted: true });
});
