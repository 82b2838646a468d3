import type { StepOf } from "@gatepost/contract/steps";
import { heartbeat, ServiceClock } from "@gatepost/domain/platform/heartbeat";
import { readAppSettings, readDatabaseSettings } from "@gatepost/domain/platform/settings";
import { type ClaimedTask, claimTasks } from "@gatepost/domain/tasks/claim-tasks";
import { registerWorker } from "@gatepost/domain/tasks/workers";
import { openContainer } from "../../apps/worker/src/container.ts";
import { awaitValue } from "../../apps/worker/src/runtime/await-value.ts";
import { NotificationHub } from "../../apps/worker/src/runtime/notification-hub.ts";
import { Progress } from "../../apps/worker/src/runtime/progress.ts";
import { answerQuestions, emit } from "../helper.ts";
import type { Taken } from "../rows/waiting.ts";

/**
 * The worker's own container, notifications and wait, without a browser: given a number, it claims that many tasks,
 * enters their waits, and responds when the waits are on disk. Reports each value as soon as it has it.
 */
const notifications = new NotificationHub();
const settings = { ...readDatabaseSettings(process.env), app: readAppSettings(process.env) };
const { app } = openContainer(settings, notifications);
const { workerId } = await registerWorker({ ctx: { ...app, actor: { kind: "system" } }, input: { slots: 1_000 } });
const ctx = { ...app, actor: { kind: "worker", workerId } } as const;
const clock = new ServiceClock({
  async beat(seen) {
    const beat = await heartbeat({ ctx, input: { seen } });
    notifications.notifyAll();
    return beat;
  },
  report: (change) => console.error(JSON.stringify(change)),
});

async function enterWaits(count: number): Promise<void> {
  for (let claimed = 0; claimed < count; ) {
    const tasks = await claimTasks({ ctx, input: { limit: count - claimed } });
    claimed += tasks.length;
    await Promise.all(tasks.map(enterWait));
  }
}

function enterWait(task: ClaimedTask): Promise<void> {
  const step = task.steps.find(({ type }) => type === "WAIT_FOR_VARIABLE_VALUE") as StepOf<"WAIT_FOR_VARIABLE_VALUE">;
  const signal = new AbortController().signal;
  return new Promise((onWait, reject) => {
    const wait = {
      ctx,
      task,
      step,
      timeoutSeconds: 300,
      notifications,
      clock,
      signal,
      onWait,
      progress: new Progress(async () => {}),
      tooLate: async () => ({ code: "ERROR_VARIABLE_TIMEOUT" as const, description: "No value came." }),
    };
    awaitValue(wait).then((value) => {
      emit({ id: task.taskId, value, at: process.hrtime.bigint().toString() } satisfies Taken);
    }, reject);
  });
}

answerQuestions(enterWaits);
