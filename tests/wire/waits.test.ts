import { advanceClock } from "@gatepost/domain/platform/testing";
import { askAgain } from "@gatepost/domain/waits/ask-again";
import { expect, test } from "vitest";
import { newAccount } from "../factories.ts";
import { expectError, expectSuccess } from "./call.ts";
import { expectPushed, openPush } from "./push-setup.ts";

/** declineVariable and extendWait (docs/contract.md, section 5), and listTasks (section 6). */

const { account, call, clientKey, newTask, newWaitingTask, operator, push, resultOf, worker } = await openPush();

const decline = (taskId: number, more: object = {}) =>
  call("declineVariable", { clientKey, taskId, name: "code", reason: "I did not ask for it.", ...more });
const extend = (taskId: number, seconds: number, more: object = {}) =>
  call("extendWait", { clientKey, taskId, name: "code", seconds, ...more });

test("declining ends the task with the reason, and can be repeated", async () => {
  const { taskId, task } = await newWaitingTask();
  expectSuccess(await decline(taskId), "declineVariable");
  const result = await call("getTaskResult", { clientKey, taskId });
  expectError(result, "ERROR_TASK_CANCELED");
  expect(result.body.errorDescription).toBe("A value for code was declined: I did not ask for it.");
  expectSuccess(await decline(taskId, { reason: "Again." }), "declineVariable");
  expect(await worker.take(task, "code")).toEqual({ status: "gone" });
  expectError(await push(taskId, "349001"), "ERROR_TASK_FINISHED");
});

test("a task that ended in another way can neither be declined nor, once it was declined, be cancelled", async () => {
  const cancelled = await newWaitingTask();
  expectPushed(await push(cancelled.taskId, "349001"));
  expectSuccess(await call("cancelTask", { clientKey, taskId: cancelled.taskId }), "cancelTask");
  expectError(await decline(cancelled.taskId), "ERROR_TASK_FINISHED");

  const { taskId } = await newWaitingTask();
  expectSuccess(await decline(taskId), "declineVariable");
  expectError(await decline(taskId, { name: "pin" }), "ERROR_TASK_FINISHED");
  expectError(await call("cancelTask", { clientKey, taskId }), "ERROR_TASK_FINISHED");
});

test("a value that no worker has taken may still be declined; one that was taken may not", async () => {
  const queued = await newTask();
  expectPushed(await push(queued, "349001"));
  expectSuccess(await decline(queued), "declineVariable");

  const { taskId } = await newWaitingTask();
  expectPushed(await push(taskId, "349001"));
  expectError(await decline(taskId), "ERROR_VARIABLE_ALREADY_SET");
  expect(await resultOf(taskId)).toMatchObject({ status: "processing" });
});

test("what is declined or extended must be a late variable of the task, and a task of the account", async () => {
  const { taskId } = await newWaitingTask();
  const stranger = await newAccount(operator);
  for (const refused of [await decline(taskId, { name: "pin" }), await extend(taskId, 60, { name: "pin" })]) {
    expectError(refused, "ERROR_VARIABLE_NOT_EXPECTED");
    expect(refused.body.errorDescription).toContain("It has: code.");
  }
  const foreign = { clientKey: stranger.clientKey };
  expectError(await decline(taskId, foreign), "ERROR_NO_SUCH_CAPCHA_ID");
  expectError(await extend(taskId, 60, foreign), "ERROR_NO_SUCH_CAPCHA_ID");
  expectError(await decline(taskId, { reason: "" }), "ERROR_BAD_REQUEST");
  expectError(await extend(taskId, 0), "ERROR_BAD_REQUEST");
  expectError(await extend(taskId, 86_401), "ERROR_BAD_REQUEST");
});

test("an extended wait lasts, and takes the task's limit with it", async () => {
  const { taskId, task } = await newWaitingTask(5);
  const limitOf = async () =>
    (await operator.db.prisma.task.findUniqueOrThrow({ where: { id: taskId } })).deadlineTick as number;
  const before = await limitOf();
  const answer = await extend(taskId, 2_000);
  expectSuccess(answer, "extendWait");
  expect(answer.body.expiresAt - Date.now() / 1_000).toBeGreaterThan(1_995);
  expect((await limitOf()) - before).toBeGreaterThan(1_990);
  expect(Math.abs((await resultOf(taskId)).waiting[0].expiresAt - answer.body.expiresAt)).toBeLessThanOrEqual(3);

  await advanceClock(operator, 10);
  expect(await worker.giveUp(task, "code")).toEqual({ status: "early" });
  // Never shorter.
  expect((await extend(taskId, 1)).body.expiresAt).toBeGreaterThan(Date.now() / 1_000 + 1_900);
  expectPushed(await push(taskId, "349001"));
  expectError(await extend(taskId, 60), "ERROR_VARIABLE_ALREADY_SET");
});

test("a wait that has not begun cannot be extended, and neither can one of a task that has ended", async () => {
  const taskId = await newTask();
  const early = await extend(taskId, 60);
  expectError(early, "ERROR_VARIABLE_NOT_EXPECTED");
  expect(early.body.errorDescription).toContain("does not wait for code now");
  await call("cancelTask", { clientKey, taskId });
  expectError(await extend(taskId, 60), "ERROR_TASK_FINISHED");
});

test("a decline and pushes at once: exactly one wins, and the task's end agrees", async () => {
  const ends = new Set<string>();
  for (let round = 0; round < 30 || (ends.size < 2 && round < 200); round++) {
    const { taskId, task } = await newWaitingTask();
    const [pushed, declined] = await Promise.all(
      round % 2 ? [push(taskId, "349001"), decline(taskId)] : [decline(taskId), push(taskId, "349001")].toReversed(),
    );
    if (pushed?.body.errorId === 0) {
      expectError(declined as never, "ERROR_VARIABLE_ALREADY_SET");
      expect(await worker.take(task, "code")).toEqual({ status: "taken", value: "349001" });
      ends.add("pushed");
    } else {
      expectError(pushed as never, "ERROR_TASK_FINISHED");
      expectSuccess(declined as never, "declineVariable");
      expect(await resultOf(taskId)).toMatchObject({ errorCode: "ERROR_TASK_CANCELED" });
      ends.add("declined");
    }
  }
  expect([...ends].sort(), "each of them has won").toEqual(["declined", "pushed"]);
});

test("an extension and a timeout cannot both win", async () => {
  const ends = new Set<string>();
  for (let round = 0; round < 30 || (ends.size < 2 && round < 200); round++) {
    const { taskId, task } = await newWaitingTask(0);
    await advanceClock(operator, 2);
    const giveUp = worker.giveUp(task, "code");
    const [end, answer] = await Promise.all([giveUp, extend(taskId, 600)]);
    ends.add(end.status);
    if (answer.body.errorId === 0) expect(end).toEqual({ status: "early" });
    else {
      expectError(answer, "ERROR_TASK_FINISHED");
      expect(end).toEqual({ status: "ended" });
    }
    if (ends.size < 2) continue;
  }
  expect(ends).toContain("ended");
});

test("tasks are listed with what they wait for, by state, template and page", async () => {
  const { taskId } = await newWaitingTask();
  const { body } = await call("listTasks", { clientKey, state: "waiting", limit: 1 });
  expect(body.tasks).toEqual([
    {
      taskId,
      state: "waiting",
      templateName: expect.any(String),
      softId: null,
      createTime: expect.any(Number),
      waitingFor: ["code"],
    },
  ]);
  const { templateName } = body.tasks[0];
  const all = await call("listTasks", { clientKey, templateName, limit: 2 });
  expectSuccess(all, "listTasks");
  expect(all.body.tasks).toHaveLength(2);
  const rest = await call("listTasks", { clientKey, templateName, limit: 2, after: all.body.next });
  expect(rest.body.tasks[0].taskId).toBeLessThan(all.body.next);
  expect((await call("listTasks", { clientKey, templateName: "Nobody's" })).body.tasks).toEqual([]);
  const other = await newAccount(operator, { balance: account ? 1 : 0 });
  expect((await call("listTasks", { clientKey: other.clientKey })).body).toEqual({ errorId: 0, tasks: [] });
});

test("receipts say what pushed each value and what its outcome was, never the value", async () => {
  const { taskId, task } = await newWaitingTask();
  expect((await resultOf(taskId)).receipts).toBeUndefined();
  expectPushed(await push(taskId, "349001"));
  const pushedBy = expect.stringMatching(/^key gp_\w+…\w+ \(test\)$/);
  const first = { name: "code", attempt: 1, length: 6, pushedAt: expect.any(Number), pushedBy, outcome: "taken" };
  expect((await resultOf(taskId)).receipts).toEqual([{ ...first, takenAt: expect.any(Number) }]);

  const asWorker = { ...operator, actor: { kind: "worker" as const, workerId: worker.workerId } };
  await askAgain({ ctx: asWorker, input: { taskId, fence: task.fence, name: "code", max: 3, reason: "refused" } });
  await worker.begin(task, 1);
  expectPushed(await push(taskId, "1234"));
  expectPushed(await push(taskId, "12345"));
  const unused = { ...first, attempt: 2, length: 4, outcome: "unused" };
  const latest = { ...first, attempt: 2, length: 5, outcome: "pushed" };
  const answer = await call("getTaskResult", { clientKey, taskId });
  expectSuccess(answer, "getTaskResult");
  expect(answer.body.receipts).toEqual([{ ...first, takenAt: expect.any(Number) }, unused, latest]);
  await worker.begin(task, 2);
  await worker.finish(task);
  const ended = await call("getTaskResult", { clientKey, taskId });
  expectSuccess(ended, "getTaskResult");
  expect(ended.body.receipts.map(({ outcome }: { outcome: string }) => outcome)).toEqual(["taken", "unused", "unused"]);
  expect(ended.body.receipts[0].usedBy).toBe(2);
  expect(ended.text).not.toContain("349001");
});
