import { listen } from "@gatepost/db/listen";
import { type NotifiedValue, readValueNotification, valueChannel } from "@gatepost/domain/waits/value-notification";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectError } from "./call.ts";
import { expectPushed, openPush } from "./push-setup.ts";

/** docs/contract.md, section 5, row by row. */

const { database, newTask, newWaitingTask, operator, push, worker } = await openPush();

test("while the task is queued: kept, and the step passes at once when it is reached", async () => {
  const taskId = await newTask();
  expectPushed(await push(taskId, "349001"));
  const task = await worker.claim(taskId);
  await worker.begin(task, 1);
  expect(await worker.take(task, "code")).toEqual({ status: "taken", value: "349001" });
});

test("while the task runs and has not reached the wait: the same", async () => {
  const taskId = await newTask();
  const task = await worker.claim(taskId);
  expectPushed(await push(taskId, "349001"));
  await worker.begin(task, 1);
  expect(await worker.take(task, "code")).toEqual({ status: "taken", value: "349001" });
});

describe("while the worker waits", () => {
  const received: NotifiedValue[] = [];
  const receivedIds = () => received.map(({ taskId }) => taskId);
  let stop: () => Promise<void>;
  beforeAll(async () => {
    await new Promise<void>((resolve) => {
      const listener = listen(
        database.workerUrl,
        [valueChannel],
        (_, payload) => received.push(...readValueNotification(payload)),
        (state) => state === "listening" && resolve(),
      );
      stop = listener.close;
    });
  });
  afterAll(() => stop());

  test("the value is stored and the worker is notified before the caller has its response or a moment later", async () => {
    const { taskId, task } = await newWaitingTask();
    expectPushed(await push(taskId, "349001"));
    await expect.poll(receivedIds, { timeout: 60_000, interval: 5 }).toContain(taskId);
    expect(await worker.take(task, "code")).toEqual({ status: "taken", value: "349001" });
  });

  test("a short value travels with the word, sealed, and names its wait; a long one does not", async () => {
    const { taskId } = await newWaitingTask();
    expectPushed(await push(taskId, "349001"));
    const { taskId: other } = await newWaitingTask();
    expectPushed(await push(other, "3".repeat(200)));
    await expect.poll(receivedIds, { timeout: 60_000, interval: 5 }).toContain(other);
    const carriedOf = (id: number) => received.find((one) => one.taskId === id)?.carried;
    expect(carriedOf(taskId)?.wait).toMatch(/^1:\d+\.\d{6}$/);
    expect(Buffer.from(carriedOf(taskId)?.sealed ?? "", "base64").toString("latin1")).not.toContain("349001");
    expect(carriedOf(other)).toBeUndefined();
  });

  test("R8: no wake-up is lost: 100 waiting tasks, 100 pushes at once", async () => {
    const waiting = await Promise.all(Array.from({ length: 100 }, () => newTask()));
    const tasks = [];
    for (const taskId of waiting) tasks.push(await worker.claim(taskId));
    await Promise.all(tasks.map((task) => worker.begin(task, 1)));
    await Promise.all(tasks.map((task) => worker.take(task, "code")));
    for (const answer of await Promise.all(waiting.map((taskId) => push(taskId, taskId)))) expectPushed(answer);
    await expect
      .poll(() => waiting.filter((taskId) => !receivedIds().includes(taskId)), { timeout: 60_000 })
      .toEqual([]);
    const taken = await Promise.all(tasks.map((task) => worker.take(task, "code")));
    expect(taken).toEqual(waiting.map((value) => ({ status: "taken", value })));
  });
});

describe("again", () => {
  test("the same value is a success that changes nothing, before it is taken and after", async () => {
    const { taskId, task } = await newWaitingTask();
    expectPushed(await push(taskId, "349001"));
    expectPushed(await push(taskId, "349001"));
    const before = await operator.db.prisma.variable.findMany({ where: { taskId } });
    expectPushed(await push(taskId, "349001"));
    expect(await operator.db.prisma.variable.findMany({ where: { taskId } })).toEqual(before);
    expect(await worker.take(task, "code")).toMatchObject({ status: "taken" });
    expectPushed(await push(taskId, "349001"));
    expect(await worker.take(task, "code"), "it is still the worker's").toEqual({ status: "taken", value: "349001" });
  });

  test("another value, if a worker waits, comes too late: the push itself delivers the first one", async () => {
    const { taskId, task } = await newWaitingTask();
    expectPushed(await push(taskId, "1"));
    expectError(await push(taskId, "2"), "ERROR_VARIABLE_ALREADY_SET");
    expect(await worker.take(task, "code")).toEqual({ status: "taken", value: "1" });
  });
});
