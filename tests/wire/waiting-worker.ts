import type { StepOf } from "@gatepost/contract/steps";
import { listen } from "@gatepost/db/listen";
import { newWorker } from "@gatepost/domain/platform/testing";
import { type ClaimedTask, claimTasks } from "@gatepost/domain/tasks/claim-tasks";
import { finishTask } from "@gatepost/domain/tasks/finish-task";
import { awaitValue } from "../../apps/worker/src/runtime/await-value.ts";
import { channels, NotificationHub } from "../../apps/worker/src/runtime/notification-hub.ts";
import { Progress } from "../../apps/worker/src/runtime/progress.ts";
import type { Operator } from "../factories.ts";
import { someSolution } from "./test-worker.ts";

type WaitStep = StepOf<"WAIT_FOR_VARIABLE_VALUE">;

/**
 * A worker without a browser that waits as every worker does, but polls only when it begins to listen: another notification
 * that is lost is a value that never comes.
 */
export async function openWaitingWorker(operator: Operator, databaseUrl: string) {
  const ctx = await newWorker(operator, { slots: 1_000 });
  // The web process advances the clock, and would take the tasks of a worker that sends no heartbeats.
  await operator.db.pool.query("update worker set lease_tick = 2147483647 where id = $1", [ctx.actor.workerId]);
  const notifications = new NotificationHub();
  const listening = Promise.withResolvers<void>();
  const listener = listen(
    databaseUrl,
    Object.values(channels),
    (channel, payload) => notifications.receive(channel, payload),
    (state) => {
      if (state !== "listening") return;
      listening.resolve();
      // After a lost connection, too, as in a worker.
      notifications.notifyAll();
    },
  );
  await listening.promise;
  const clock = { next: () => Promise.reject(new Error("The database was not available.")) };

  async function takeAndFinish(task: ClaimedTask, step: WaitStep, onWait: () => void): Promise<unknown> {
    const value = await awaitValue({
      ctx,
      task,
      step,
      timeoutSeconds: 600,
      notifications,
      clock,
      onWait,
      signal: new AbortController().signal,
      progress: new Progress(async () => {}),
      tooLate: async () => ({ code: "ERROR_VARIABLE_TIMEOUT", description: "No value came." }),
    });
    const { taskId, accountId, fence } = task;
    await finishTask({ ctx, input: { taskId, accountId, fence, outcome: { ready: someSolution } } });
    return value;
  }

  return {
    /**
     * Claims what is queued; resolves when all of it waits. Each task is finished with its value, which is its promise's
     * result.
     */
    async enterWaits(): Promise<Map<number, Promise<unknown>>> {
      const taken = new Map<number, Promise<unknown>>();
      for (;;) {
        const tasks = await claimTasks({ ctx, input: { limit: 100 } });
        if (tasks.length === 0) return taken;
        const entered = tasks.map(async (task) => {
          const waits = task.steps.filter((one): one is WaitStep => one.type === "WAIT_FOR_VARIABLE_VALUE");
          const step = waits.find(({ name }) => task.late.includes(name.permanent));
          if (!step) return;
          // Tasks that other files left in the queue may have their values already.
          await new Promise<void>((resolve) => {
            const value = takeAndFinish(task, step, resolve);
            taken.set(task.taskId, value);
            value.then(
              () => resolve(),
              () => resolve(),
            );
          });
        });
        await Promise.all(entered);
      }
    },
    close: () => listener.close(),
  };
}
