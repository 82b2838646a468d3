import { expect, test } from "vitest";
import { claimDeliveries } from "../notifications/claim-deliveries.ts";
import { createEndpoint } from "../notifications/webhooks.ts";
import { newHeldTask } from "../platform/held-task-testing.ts";
import { newCaller, newSession, newTemplate, newWorker, openTestContext } from "../platform/testing.ts";
import { getTaskResult } from "../tasks/get-task-result.ts";
import { handBack, leaveWait, takeControl } from "./control.ts";

const system = await openTestContext();

async function heldTask() {
  const caller = await newCaller(system);
  const worker = await newWorker(system);
  const templateName = await newTemplate(system, caller);
  const assigned = await newHeldTask({ caller, worker, templateName });
  const { taskId, held } = assigned;
  const person = { taskId, fence: held.fence, holder: "user 1", name: "ada@example.org" };
  const controlledBy = async () => {
    const result = await getTaskResult({ ctx: caller, input: { taskId } });
    return result.status === "processing" ? result.controlledBy : undefined;
  };
  return { ...assigned, caller, worker, person, controlledBy };
}

test("who takes a page over is said until they hand it back, and the task is never run again by itself", async () => {
  const { worker, person, taskId, controlledBy } = await heldTask();
  expect(await controlledBy()).toBeNull();
  expect(await takeControl({ ctx: worker, input: person })).toBe(true);
  // As after a lost answer.
  expect(await takeControl({ ctx: worker, input: person })).toBe(true);
  expect(await controlledBy()).toBe("person");
  expect(await system.db.prisma.task.findUnique({ where: { id: taskId }, select: { maySubmit: true } })).toEqual({
    maySubmit: true,
  });
  await handBack({ ctx: worker, input: person });
  await handBack({ ctx: worker, input: person });
  expect(await controlledBy()).toBeNull();
});

test("a worker that has lost the task gives its page to nobody", async () => {
  const { person, controlledBy, worker } = await heldTask();
  const other = await newWorker(system);
  expect(await takeControl({ ctx: other, input: person })).toBe(false);
  expect(await takeControl({ ctx: worker, input: { ...person, fence: person.fence - 1 } })).toBe(false);
  expect(await leaveWait({ ctx: other, input: { ...person, name: "code" } })).toBe("gone");
  expect(await controlledBy()).toBeNull();
});

test("endpoints that asked for it are told who takes the page over and hands it back", async () => {
  const { caller, worker, person, taskId } = await heldTask();
  const { accountId } = caller.actor;
  await createEndpoint({
    ctx: newSession(caller),
    input: { accountId, url: "http://127.0.0.1/events", format: "standard", events: ["control"], linkOrigin: null },
  });
  // As after a lost answer.
  for (const _ of [1, 2]) await takeControl({ ctx: worker, input: person });
  await handBack({ ctx: worker, input: person });
  const deliveries = await claimDeliveries({ ctx: worker, input: { limit: 16 } });
  expect(deliveries.map((one) => one.kind === "event" && one.content)).toEqual([
    expect.objectContaining({ type: "task.control", taskId, control: "taken over by ada@example.org" }),
    expect.objectContaining({ type: "task.control", taskId, control: "handed back by ada@example.org" }),
  ]);
});

test("a wait is left without a value, unless that has come", async () => {
  const { worker, person, take, fail, caller, taskId } = await heldTask();
  await take();
  const input = { ...person, name: "code" };
  expect(await leaveWait({ ctx: worker, input })).toBe("left");
  expect(await fail({}, { unlessSupplied: "code" }), "its time was over at that moment").toEqual({ status: "early" });
  expect(await getTaskResult({ ctx: caller, input: { taskId } })).toMatchObject({ waitingFor: [] });
});
