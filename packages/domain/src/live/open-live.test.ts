import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { newHeldTask } from "../platform/held-task-testing.ts";
import { inProcess, newCaller, newPerson, newTemplate, newWorker, openTestContext } from "../platform/testing.ts";
import { cancelTask } from "../tasks/cancel-task.ts";
import { findPushers } from "../tasks/receipts.ts";
import { createAnswerLink, openLiveLink, revokeAnswerLinks } from "../waits/answer-links.ts";
import { pushVariable } from "../waits/answer-wait.ts";
import { createLiveLink, type LiveViewer, overMark, placeMark, readViewers } from "./open-live.ts";

const system = await openTestContext();

/** The viewers of one task: a person who is signed in, and the holders of a link to it and of one that answers its wait. */
async function watchedTask() {
  const caller = await newCaller(system);
  const worker = await newWorker(system);
  const assigned = await newHeldTask({ caller, worker, templateName: await newTemplate(system, caller) });
  const { taskId, take } = assigned;
  await take();
  const { accountId } = caller.actor;
  const { userId } = (await newPerson(system, { accountId })).actor;
  const sessionId = randomUUID();
  const expiresAt = new Date(Date.now() + 60_000);
  await system.db.prisma.session.create({ data: { id: sessionId, token: sessionId, userId, expiresAt } });
  const linkOf = async ({ token }: { token: string }) => {
    const opened = await openLiveLink({ app: inProcess(system, "web"), token });
    return opened?.actor.linkId ?? 0;
  };
  const live = await linkOf(await createLiveLink({ ctx: caller, input: { taskId } }));
  const answer = await linkOf(await createAnswerLink({ ctx: caller, input: { taskId, name: "code", live: true } }));
  const viewers = {
    person: { taskId, linkId: null, sessionId },
    live: { taskId, linkId: live, sessionId: null },
    answer: { taskId, linkId: answer, sessionId: null },
  } satisfies Record<string, LiveViewer>;
  const marks = async () => {
    const all = Object.entries(viewers);
    const input = { viewers: all.map(([, viewer]) => viewer) };
    const read = await readViewers({ ctx: inProcess(system, "web"), input });
    return Object.fromEntries(all.map(([name, viewer]) => [name, read.get(viewer) ?? null]));
  };
  return { ...assigned, caller, worker, accountId, sessionId, viewers, marks };
}

const all = (mark: string | null) => ({ person: mark, live: mark, answer: mark });

test("all viewers are read at once: where the task is, until it has ended", async () => {
  const { marks, worker, taskId, caller } = await watchedTask();
  expect(await marks()).toEqual(all(placeMark(worker.actor.workerId)));
  await cancelTask({ ctx: caller, input: { taskId } });
  expect(await marks()).toEqual(all(overMark));
});

test("each viewer is missing once what allows it is gone, and no other is", async () => {
  const { marks, worker, taskId, caller, sessionId } = await watchedTask();
  const here = placeMark(worker.actor.workerId);
  await pushVariable({ ctx: caller, input: { taskId, name: "code", value: "349001" } });
  expect(await marks()).toEqual({ person: here, live: here, answer: null });
  await system.db.prisma.session.delete({ where: { id: sessionId } });
  expect(await marks()).toEqual({ person: null, live: here, answer: null });
  await revokeAnswerLinks({ ctx: caller, input: { taskId } });
  expect(await marks()).toEqual(all(null));
  const other = await watchedTask();
  await system.db.prisma.account.update({ where: { id: other.accountId }, data: { suspendedAt: new Date() } });
  expect(await other.marks()).toEqual(all(null));
});

test("who has the page by a link is called by its kind", async () => {
  const { viewers, accountId } = await watchedTask();
  const { live, answer } = viewers;
  const names = await findPushers(system.db, accountId, [`link ${live.linkId}`, `link ${answer.linkId}`]);
  expect([...names.values()]).toEqual([`live link ${live.linkId}`, `answer link ${answer.linkId}`]);
});

test("a session or a link of one account shows no task of another one", async () => {
  const [one, other] = [await watchedTask(), await watchedTask()];
  const foreign = Object.values(one.viewers).map((viewer) => ({ ...viewer, taskId: other.taskId }));
  expect(await readViewers({ ctx: inProcess(system, "web"), input: { viewers: foreign } })).toEqual(new Map());
});
