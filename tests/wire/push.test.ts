import { listen } from "@gatepost/db/listen";
import { readValueNotification, valueChannel } from "@gatepost/domain/waits/value-notification";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectPushed, openPush } from "./push-setup.ts";

/** How a worker that waits hears of a push. What callers see, docs/contract.md, section 5, is checked by packages/conformance. */

const { database, newTask, newWaitingTask, push, worker } = await openPush();

const received: ReturnType<typeof readValueNotification> = [];
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
  await expect.poll(() => waiting.filter((taskId) => !receivedIds().includes(taskId)), { timeout: 60_000 }).toEqual([]);
  const taken = await Promise.all(tasks.map((task) => worker.take(task, "code")));
  expect(taken).toEqual(waiting.map((value) => ({ status: "taken", value })));
});
