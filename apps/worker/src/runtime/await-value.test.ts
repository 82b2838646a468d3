import { randomInt } from "node:crypto";
import { listen } from "@gatepost/db/listen";
import { reconcile } from "@gatepost/domain/money/reconcile";
import { parseExactJson, typed } from "@gatepost/domain/platform/exact-json";
import { heartbeat, type ServiceClock } from "@gatepost/domain/platform/heartbeat";
import { size } from "@gatepost/domain/platform/test-size";
import {
  advanceClock,
  codeComesLater,
  emptySolution,
  newCaller,
  newTask,
  newTemplate,
  newWorker,
  openTestContext,
} from "@gatepost/domain/platform/testing";
import { type ClaimedTask, claimTasks } from "@gatepost/domain/tasks/claim-tasks";
import { finishTask } from "@gatepost/domain/tasks/finish-task";
import { getTaskResult } from "@gatepost/domain/tasks/get-task-result";
import { pushVariable } from "@gatepost/domain/waits/answer-wait";
import { askAgain } from "@gatepost/domain/waits/take-variable";
import { readValueNotification, valueChannel } from "@gatepost/domain/waits/value-notification";
import { afterAll, expect, test, vi } from "vitest";
import { startTestClock } from "../testing/test-clock.ts";
import { startTestWait } from "../testing/test-wait.ts";
import { NotificationHub } from "./notification-hub.ts";

const races = size(200, 10_000);
const wave = 20;

const system = await openTestContext();
const notifications = new NotificationHub();
const caller = await newCaller(system, { balance: 1_000_000_000n });
const worker = await newWorker(system);
const template = await newTemplate(system, caller);
/** Notifications as they came. */
const words: string[] = [];
const listening = Promise.withResolvers<void>();
const listener = listen(
  system.processes.worker.db.pool.options.connectionString as string,
  [valueChannel],
  (channel, payload) => {
    words.push(payload);
    notifications.receive(channel, payload);
  },
  (state) => state === "listening" && listening.resolve(),
);
afterAll(() => listener.close());
await listening.promise;

const newWait = () => newTask(caller, template, { variables: codeComesLater });

const startWait = (task: ClaimedTask, timeoutSeconds: number, more: { clock?: ServiceClock } = {}) =>
  startTestWait({ ctx: worker, task, timeoutSeconds, notifications, ...more });

/** Milliseconds by which pushes are sent after the tick that ends their wait; it follows whoever won, so that the two meet. */
let lag = 0;

async function until(moment: number): Promise<void> {
  while (performance.now() < moment) await new Promise(setImmediate);
}

/** Waits whose last tick comes while their values arrive. Returns who won, and fails where the two do not agree on it. */
async function race(tasks: readonly ClaimedTask[]): Promise<("value" | "time")[]> {
  const waits = tasks.map((task) => {
    const { taskId, accountId, fence } = task;
    const { entered, taken: waiting } = startWait(task, 0);
    const taken = waiting.then(
      async (value) => {
        await finishTask({ ctx: worker, input: { taskId, accountId, fence, outcome: { ready: emptySolution } } });
        return value;
      },
      (error: Error) => error.message,
    );
    return { taskId, taken, entered };
  });
  await Promise.all(waits.map(({ entered }) => entered));
  const tick = performance.now() + 20;
  const ticking = until(tick)
    .then(() => advanceClock(system, 1))
    .then(() => notifications.notifyAll());
  const winners = await Promise.all(
    waits.map(async ({ taskId, taken }) => {
      await until(tick + lag + randomInt(-5_000, 5_000) / 1_000);
      const answer = await pushVariable({ ctx: caller, input: { taskId, name: "code", value: taskId } }).then(
        () => "success",
        (error: { code: string }) => error.code,
      );
      const end = async () =>
        getTaskResult({ ctx: caller, input: { taskId } }).then(
          ({ status }) => status,
          ({ code }) => code,
        );
      const agreed = [answer, await taken, await end()];
      if (answer === "success") expect(agreed).toEqual(["success", taskId, "ready"]);
      else expect(agreed).toEqual(["ERROR_TASK_FINISHED", "abandoned", "ERROR_VARIABLE_TIMEOUT"]);
      return answer === "success" ? "value" : "time";
    }),
  );
  await ticking;
  for (const winner of winners) lag += winner === "value" ? 0.25 : -0.25;
  return winners;
}

test(`R7: of a push and the tick that ends its wait within 5 ms of each other exactly one wins, ${races} times`, {
  timeout: 60_000 + races * 100,
}, async () => {
  const wins = { value: 0, time: 0 };
  for (let done = 0; done < races; done += wave) {
    await heartbeat({ ctx: worker, input: { seen: null } });
    await Promise.all(Array.from({ length: wave }, newWait));
    const tasks = await claimTasks({ ctx: worker, input: { limit: wave } });
    expect(tasks).toHaveLength(wave);
    for (const winner of await race(tasks)) wins[winner] += 1;
  }
  console.log(`push against time-out: ${JSON.stringify(wins)}`);
  expect(wins.value).toBeGreaterThan(0);
  expect(wins.time).toBeGreaterThan(0);
  expect(await reconcile({ ctx: system })).toEqual([]);
});

test("R8, F1: word of a value that comes late, or again, answers no other wait of its task; a number comes as it was sent", async () => {
  await newWait();
  const [task] = (await claimTasks({ ctx: worker, input: { limit: 1 } })) as [ClaimedTask];
  const { taskId, fence } = task;

  /** Waits, gets all earlier notifications once more, and then the value. */
  async function waitFor(value: unknown): Promise<unknown> {
    const { entered, taken } = startWait(task, 20);
    await entered;
    for (const word of words) notifications.receive(valueChannel, word);
    await pushVariable({ ctx: caller, input: { taskId, name: "code", value } });
    await expect.poll(() => words).toContainEqual(expect.stringContaining(`${taskId}:${fence}:`));
    return taken;
  }
  expect(await waitFor("first")).toBe("first");
  expect(
    await askAgain({ ctx: worker, input: { taskId, fence, name: "code", max: 3, reason: "refused" } }),
  ).toMatchObject({
    attempt: 2,
  });
  expect(typed(await waitFor(parseExactJson("1.10")))).toBe("1.10");
});

test("a short value travels with the word, sealed, and names its wait; a long one does not", async () => {
  const carriedFor = async (value: string) => {
    await newWait();
    const [task] = (await claimTasks({ ctx: worker, input: { limit: 1 } })) as [ClaimedTask];
    const { taskId } = task;
    const { entered, taken } = startWait(task, 20);
    await entered;
    await pushVariable({ ctx: caller, input: { taskId, name: "code", value } });
    expect(await taken).toBe(value);
    return words.flatMap(readValueNotification).find((one) => one.taskId === taskId)?.carried;
  };
  const carried = await carriedFor("349001");
  expect(carried?.wait).toMatch(/^1:\d+\.\d{6}$/);
  expect(Buffer.from(carried?.sealed ?? "", "base64").toString("latin1")).not.toContain("349001");
  expect(await carriedFor("3".repeat(200))).toBeUndefined();
});

test("R11: a clock of the process that is an hour off makes no wait end early or late", async () => {
  const clock = startTestClock(worker, notifications);
  for (const hours of [-1, 1]) {
    await newWait();
    const [task] = (await claimTasks({ ctx: worker, input: { limit: 1 } })) as [ClaimedTask];
    const now = Date.now();
    vi.spyOn(Date, "now").mockImplementation(() => now + hours * 3_600_000);
    const began = performance.now();
    await expect(startWait(task, 0.5, { clock }).taken).rejects.toThrow("abandoned");
    vi.restoreAllMocks();
    expect(performance.now() - began).toBeGreaterThanOrEqual(500);
    expect(performance.now() - began).toBeLessThan(60_000);
    await expect(getTaskResult({ ctx: caller, input: { taskId: task.taskId } })).rejects.toMatchObject({
      code: "ERROR_VARIABLE_TIMEOUT",
    });
  }
  await clock.stop();
});
