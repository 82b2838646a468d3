import { randomUUID } from "node:crypto";
import { limits } from "@gatepost/contract/limits";
import { expect, test } from "vitest";
import { claimDeliveries } from "../notifications/claim-deliveries.ts";
import { createEndpoint } from "../notifications/webhooks.ts";
import { newHeldTask } from "../platform/held-task-testing.ts";
import {
  inProcess,
  newCaller,
  newPerson,
  newSession,
  newTemplate,
  newWorker,
  openTestContext,
} from "../platform/testing.ts";
import { cancelTask } from "../tasks/cancel-task.ts";
import { getTaskResult } from "../tasks/get-task-result.ts";
import { findPushers } from "../tasks/receipts.ts";
import { createAnswerLink, openLiveLink, revokeAnswerLinks } from "../waits/answer-links.ts";
import { pushVariable } from "../waits/answer-wait.ts";
import { handBack, leaveWait, takeControl } from "./control.ts";
import {
  createLiveLink,
  getEmbedOrigins,
  type LiveViewer,
  overMark,
  placeMark,
  readViewers,
  setEmbedOrigins,
} from "./open-live.ts";

const system = await openTestContext();
const web = inProcess(system, "web");

async function heldTask() {
  const caller = await newCaller(system);
  const { accountId } = caller.actor;
  const task = await newHeldTask({
    caller,
    worker: await newWorker(system),
    templateName: await newTemplate(system, caller),
  });
  const { taskId, held } = task;
  const person = { taskId, fence: held.fence, holder: "user 1", name: "ada@example.org" };
  const result = () => getTaskResult({ ctx: caller, input: { taskId } });
  return { ...task, caller, accountId, person, result };
}

test("who takes a page over is said until they hand it back, and the task is never run again by itself", async () => {
  const { worker, person, taskId, result, accountId, caller } = await heldTask();
  await createEndpoint({
    ctx: newSession(caller),
    input: { accountId, url: "http://127.0.0.1/events", format: "standard", events: ["control"], linkOrigin: null },
  });
  expect(await result()).toMatchObject({ controlledBy: null });
  // The second time as after a lost answer.
  for (const _ of [1, 2]) expect(await takeControl({ ctx: worker, input: person })).toBe(true);
  expect(await result()).toMatchObject({ controlledBy: "person" });
  expect((await system.db.prisma.task.findUnique({ where: { id: taskId } }))?.maySubmit).toBe(true);
  for (const _ of [1, 2]) await handBack({ ctx: worker, input: person });
  expect(await result()).toMatchObject({ controlledBy: null });
  const deliveries = await claimDeliveries({ ctx: worker, input: { limit: 16 } });
  const event = { type: "task.control", taskId };
  expect(deliveries).toMatchObject([
    { kind: "event", content: { ...event, control: "taken over by ada@example.org" } },
    { kind: "event", content: { ...event, control: "handed back by ada@example.org" } },
  ]);
});

test("a worker that has lost the task gives its page to nobody", async () => {
  const { person, result, worker } = await heldTask();
  const other = await newWorker(system);
  expect(await takeControl({ ctx: other, input: person })).toBe(false);
  expect(await takeControl({ ctx: worker, input: { ...person, fence: person.fence - 1 } })).toBe(false);
  expect(await leaveWait({ ctx: other, input: { ...person, name: "code" } })).toBe("gone");
  expect(await result()).toMatchObject({ controlledBy: null });
});

test("a wait is left without a value, unless that has come", async () => {
  const { worker, person, take, fail, result } = await heldTask();
  await take();
  expect(await leaveWait({ ctx: worker, input: { ...person, name: "code" } })).toBe("left");
  expect(await fail({}, { unlessSupplied: "code" }), "its time was over at that moment").toEqual({ status: "early" });
  expect(await result()).toMatchObject({ waitingFor: [] });
});

/** The viewers of one task: a person who is signed in, and the holders of a link to it and of one that answers its wait. */
async function watchedTask() {
  const task = await heldTask();
  const { taskId, caller, accountId } = task;
  await task.take();
  const { userId } = (await newPerson(system, { accountId })).actor;
  const sessionId = randomUUID();
  const expiresAt = new Date(Date.now() + 60_000);
  await system.db.prisma.session.create({ data: { id: sessionId, token: sessionId, userId, expiresAt } });
  const linkOf = async ({ token }: { token: string }) => (await openLiveLink({ app: web, token }))?.actor.linkId ?? 0;
  const live = await linkOf(await createLiveLink({ ctx: caller, input: { taskId } }));
  const answer = await linkOf(await createAnswerLink({ ctx: caller, input: { taskId, name: "code", live: true } }));
  const viewers = {
    person: { taskId, linkId: null, sessionId },
    live: { taskId, linkId: live, sessionId: null },
    answer: { taskId, linkId: answer, sessionId: null },
  } satisfies Record<string, LiveViewer>;
  const marks = async () => {
    const all = Object.entries(viewers);
    const read = await readViewers({ ctx: web, input: { viewers: all.map(([, viewer]) => viewer) } });
    return Object.fromEntries(all.map(([name, viewer]) => [name, read.get(viewer) ?? null]));
  };
  return { ...task, here: placeMark(task.worker.actor.workerId), sessionId, viewers, marks };
}

const all = (mark: string | null) => ({ person: mark, live: mark, answer: mark });

test("all viewers are read at once: where the task is, until it has ended", async () => {
  const { marks, here, taskId, caller, viewers, accountId } = await watchedTask();
  expect(await marks()).toEqual(all(here));
  const { live, answer } = viewers;
  const names = await findPushers(system.db, accountId, [`link ${live.linkId}`, `link ${answer.linkId}`]);
  expect([...names.values()]).toEqual([`live link ${live.linkId}`, `answer link ${answer.linkId}`]);
  await cancelTask({ ctx: caller, input: { taskId } });
  expect(await marks()).toEqual(all(overMark));
});

test("each viewer is missing once what allows it is gone, and no other is", async () => {
  const { marks, here, taskId, caller, sessionId } = await watchedTask();
  await pushVariable({ ctx: caller, input: { taskId, name: "code", value: "349001" } });
  expect(await marks()).toEqual({ person: here, live: here, answer: null });
  await system.db.prisma.session.delete({ where: { id: sessionId } });
  expect(await marks()).toEqual({ person: null, live: here, answer: null });
  await revokeAnswerLinks({ ctx: caller, input: { taskId } });
  expect(await marks()).toEqual(all(null));
  const other = await watchedTask();
  const foreign = Object.values(other.viewers).map((viewer) => ({ ...viewer, taskId }));
  expect(await readViewers({ ctx: web, input: { viewers: foreign } }), "of another account's task").toEqual(new Map());
  await system.db.prisma.account.update({ where: { id: other.accountId }, data: { suspendedAt: new Date() } });
  expect(await other.marks()).toEqual(all(null));
});

test("an account lists the origins of pages that embed its tasks; what a policy would read as more is refused", async () => {
  const ctx = newSession(await newCaller(system));
  const set = (...origins: string[]) => setEmbedOrigins({ ctx, input: { origins } });
  expect(await getEmbedOrigins({ ctx })).toEqual([]);
  await set(" https://App.example.com/ ", "https://app.example.com", "http://127.0.0.1:3000", "http://[::1]:8080");
  const origins = ["https://app.example.com", "http://127.0.0.1:3000", "http://[::1]:8080"];
  expect(await getEmbedOrigins({ ctx })).toEqual(origins);
  for (const origin of [
    "*",
    "https://*.example.com",
    "https://example.com/path",
    "https://ada:secret@example.com",
    "https://example.com;script-src *",
    "https://a,b",
    "'self'",
    "app.example.com",
    "",
  ])
    await expect(set(origin), origin).rejects.toMatchObject({ property: "origins" });
  const many = Array.from({ length: limits.embedOrigins + 1 }, (_, n) => `https://${n}.example.com`);
  await expect(set(...many)).rejects.toMatchObject({ property: "origins" });
  expect(await getEmbedOrigins({ ctx })).toEqual(origins);
});
