import { randomInt } from "node:crypto";
import type { Step } from "@gatepost/contract/steps";
import { listen } from "@gatepost/db/listen";
import { type ClonedDatabase, cloneDatabase } from "@gatepost/db/testing";
import { reconcile } from "@gatepost/domain/money/reconcile";
import type { Context } from "@gatepost/domain/platform/context";
import { heartbeat } from "@gatepost/domain/platform/heartbeat";
import type { KeyContext, WorkerContext } from "@gatepost/domain/platform/permission";
import { readAppSettings } from "@gatepost/domain/platform/settings";
import { noBacklogLimits } from "@gatepost/domain/platform/test-limits";
import { size } from "@gatepost/domain/platform/test-size";
import {
  advanceClock,
  emptySolution,
  lateCode,
  newCaller,
  newTemplate,
  newWorker,
} from "@gatepost/domain/platform/testing";
import { type ClaimedTask, claimTasks } from "@gatepost/domain/tasks/claim-tasks";
import { createTask } from "@gatepost/domain/tasks/create-task";
import { finishTask } from "@gatepost/domain/tasks/finish-task";
import { getTaskResult } from "@gatepost/domain/tasks/get-task-result";
import { askAgain } from "@gatepost/domain/waits/ask-again";
import { pushVariable } from "@gatepost/domain/waits/push-variable";
import { valueChannel } from "@gatepost/domain/waits/value-notification";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Container, openContainer } from "../container.ts";
import { startTestClock } from "../testing/test-clock.ts";
import { awaitValue } from "./await-value.ts";
import { NotificationHub } from "./notification-hub.ts";
import { Progress } from "./progress.ts";

const races = size(200, 10_000);
const wave = 20;
/** For waits in which the database is always available. */
const never = { next: () => Promise.reject(new Error("There is nothing to wait for.")) };
const late = { code: "_WAIT_FOR_IT_" };

let database: ClonedDatabase;
let container: Container;
let callers: Container;
let system: Context;
let caller: KeyContext;
let worker: WorkerContext;
let template: string;
const notifications = new NotificationHub();

/** As a worker and a web process: each with connections of its own. */
beforeAll(async () => {
  database = await cloneDatabase();
  const app = readAppSettings({ ...noBacklogLimits, GATEPOST_EGRESS_ALLOW: "127.0.0.0/8" });
  const settings = { secret: "a secret that is only used by tests", preparedNames: true, app };
  container = openContainer({ ...settings, databaseUrl: database.workerUrl }, notifications);
  callers = openContainer({ ...settings, databaseUrl: database.url }, new NotificationHub());
  system = { ...callers.app, actor: { kind: "system" } };
  caller = await newCaller(system, { balance: 1_000_000_000n });
  worker = { ...(await newWorker({ ...container.app, actor: { kind: "system" } })) };
  template = await newTemplate(system, caller);
});

afterAll(async () => {
  await container?.close();
  await callers?.close();
  await database?.drop();
});

/** Milliseconds by which pushes are sent after the tick that ends their wait; it follows whoever won, so that the two meet. */
let lag = 0;

async function until(moment: number): Promise<void> {
  while (performance.now() < moment) await new Promise(setImmediate);
}

/** Waits whose last tick comes while their values arrive. Returns who won, and fails where the two do not agree on it. */
async function race(tasks: readonly ClaimedTask[]): Promise<("value" | "time")[]> {
  const step = lateCode()[0] as Extract<Step, { type: "WAIT_FOR_VARIABLE_VALUE" }>;
  const waits = tasks.map((task) => {
    const { taskId, accountId, fence } = task;
    const entered = Promise.withResolvers<void>();
    const taken = awaitValue({
      ctx: worker,
      task,
      step,
      timeoutSeconds: 0,
      notifications,
      clock: never,
      onWait: entered.resolve,
      progress: noSteps(),
      signal: new AbortController().signal,
      tooLate,
    }).then(
      async (value) => {
        await finishTask({ ctx: worker, input: { taskId, accountId, fence, outcome: { ready: emptySolution } } });
        return value;
      },
      (error: Error) => error.message,
    );
    return { taskId, taken, entered: entered.promise };
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

/** Of a task that has begun no steps. */
const noSteps = () => new Progress(async () => {});

const tooLate = async () => ({ code: "ERROR_VARIABLE_TIMEOUT" as const, description: "too late" });

test(`R7: of a push and the tick that ends its wait within 5 ms of each other exactly one wins, ${races} times`, {
  timeout: 60_000 + races * 100,
}, async () => {
  const wins = { value: 0, time: 0 };
  for (let done = 0; done < races; done += wave) {
    await heartbeat({ ctx: worker, input: { seen: null } });
    const input = { task: { websiteURL: "http://127.0.0.1/", templateName: template, variables: late } };
    await Promise.all(Array.from({ length: wave }, () => createTask({ ctx: caller, input })));
    const tasks = await claimTasks({ ctx: worker, input: { limit: wave } });
    expect(tasks).toHaveLength(wave);
    for (const winner of await race(tasks)) wins[winner] += 1;
  }
  console.log(`push against time-out: ${JSON.stringify(wins)}`);
  expect(wins.value).toBeGreaterThan(0);
  expect(wins.time).toBeGreaterThan(0);
  expect(await reconcile({ ctx: system })).toEqual([]);
});

test("R8: word of a value that comes late, or again, answers no other wait of its task", async () => {
  const variables = { code: "_WAIT_FOR_IT_" };
  const input = { task: { websiteURL: "http://127.0.0.1/", templateName: template, variables } };
  await createTask({ ctx: caller, input });
  const [task] = (await claimTasks({ ctx: worker, input: { limit: 1 } })) as [ClaimedTask];
  const { taskId, fence } = task;
  const step = lateCode()[0] as Extract<Step, { type: "WAIT_FOR_VARIABLE_VALUE" }>;
  const words: string[] = [];
  const listening = Promise.withResolvers<void>();
  const receive = (_: string, payload: string) => words.push(payload);
  const listener = listen(database.workerUrl, [valueChannel], receive, () => listening.resolve());
  await listening.promise;

  /** Waits, gets all earlier notifications once more, and then the value. */
  async function waitFor(value: string): Promise<unknown> {
    const entered = Promise.withResolvers<void>();
    const taken = awaitValue({
      ctx: worker,
      task,
      step,
      timeoutSeconds: 20,
      notifications,
      clock: never,
      tooLate,
      onWait: entered.resolve,
      progress: noSteps(),
      signal: new AbortController().signal,
    });
    await entered.promise;
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
  expect(await waitFor("second")).toBe("second");
  await listener.close();
});

test("R11: a clock of the process that is an hour off makes no wait end early or late", async () => {
  const input = { task: { websiteURL: "http://127.0.0.1/", templateName: template, variables: late } };
  const clock = startTestClock(worker, notifications);
  for (const hours of [-1, 1]) {
    await createTask({ ctx: caller, input });
    const [task] = (await claimTasks({ ctx: worker, input: { limit: 1 } })) as [ClaimedTask];
    const now = Date.now();
    vi.spyOn(Date, "now").mockImplementation(() => now + hours * 3_600_000);
    const began = performance.now();
    const step = lateCode()[0] as Extract<Step, { type: "WAIT_FOR_VARIABLE_VALUE" }>;
    const waiting = awaitValue({
      ctx: worker,
      task,
      step,
      timeoutSeconds: 0.5,
      notifications,
      clock,
      tooLate,
      onWait: () => {},
      progress: noSteps(),
      signal: new AbortController().signal,
    });
    await expect(waiting).rejects.toThrow("abandoned");
    vi.restoreAllMocks();
    expect(performance.now() - began).toBeGreaterThanOrEqual(500);
    expect(performance.now() - began).toBeLessThan(60_000);
    await expect(getTaskResult({ ctx: caller, input: { taskId: task.taskId } })).rejects.toMatchObject({
      code: "ERROR_VARIABLE_TIMEOUT",
    });
  }
  await clock.stop();
});
