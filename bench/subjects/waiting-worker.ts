import { readAppSettings, readDatabaseSettings } from "@gatepost/domain/platform/settings";
import { type ClaimedTask, claimTasks } from "@gatepost/domain/tasks/claim-tasks";
import { registerWorker } from "@gatepost/domain/tasks/workers";
import { openContainer } from "../../apps/worker/src/container.ts";
import { NotificationHub } from "../../apps/worker/src/runtime/notification-hub.ts";
import { startTestClock } from "../../apps/worker/src/testing/test-clock.ts";
import { startTestWait } from "../../apps/worker/src/testing/test-wait.ts";
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
const clock = startTestClock(ctx, notifications);

async function enterWaits(count: number): Promise<void> {
  for (let claimed = 0; claimed < count; ) {
    const tasks = await claimTasks({ ctx, input: { limit: count - claimed } });
    claimed += tasks.length;
    await Promise.all(tasks.map(enterWait));
  }
}

async function enterWait(task: ClaimedTask): Promise<void> {
  const { entered, taken } = startTestWait({ ctx, task, notifications, clock });
  const answered = taken.then((value) => {
    emit({ id: task.taskId, value, at: process.hrtime.bigint().toString() } satisfies Taken);
  });
  await Promise.race([entered, answered]);
}

answerQuestions(enterWaits);
