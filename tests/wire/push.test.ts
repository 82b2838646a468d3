import { listen } from "@gatepost/db/listen";
import { readValueNotification, valueChannel } from "@gatepost/domain/waits/value-notification";
import { expect, onTestFinished, test } from "vitest";
import { expectPushed, openPush } from "./push-setup.ts";

/** How a worker that waits hears of a push. What callers see, docs/contract.md, section 5, is checked by packages/conformance. */

const { database, newWaitingTask, push } = await openPush();

test("a short value travels with the word, sealed, and names its wait; a long one does not", async () => {
  const received: ReturnType<typeof readValueNotification> = [];
  await new Promise<void>((resolve) => {
    const { close } = listen(
      database.workerUrl,
      [valueChannel],
      (_, payload) => received.push(...readValueNotification(payload)),
      (state) => state === "listening" && resolve(),
    );
    onTestFinished(close);
  });
  const { taskId } = await newWaitingTask();
  expectPushed(await push(taskId, "349001"));
  const { taskId: other } = await newWaitingTask();
  expectPushed(await push(other, "3".repeat(200)));
  const find = (id: number) => received.find((one) => one.taskId === id);
  await expect.poll(() => find(other), { interval: 5 }).toBeDefined();
  expect(find(taskId)?.carried?.wait).toMatch(/^1:\d+\.\d{6}$/);
  expect(Buffer.from(find(taskId)?.carried?.sealed ?? "", "base64").toString("latin1")).not.toContain("349001");
  expect(find(other)?.carried).toBeUndefined();
});
