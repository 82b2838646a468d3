import { setTimeout } from "node:timers/promises";
import { listen } from "@gatepost/db/listen";
import { hold } from "@gatepost/domain/platform/held-task-testing";
import { newWorker } from "@gatepost/domain/platform/testing";
import { type ClaimedTask, claimTasks } from "@gatepost/domain/tasks/claim-tasks";
import { channels, NotificationHub } from "../../apps/worker/src/runtime/notification-hub.ts";
import { startTestWait, waitStepOf } from "../../apps/worker/src/testing/test-wait.ts";
import type { Operator } from "../factories.ts";
import { someSolution } from "./test-worker.ts";

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

  function takeAndFinish(task: ClaimedTask) {
    const { entered, taken } = startTestWait({ ctx, task, notifications });
    const value = taken.then(async (value) => {
      await hold(ctx, task).ready(someSolution);
      return value;
    });
    // Tasks that other files left in the queue may have their values already.
    return { taskId: task.taskId, value, entered: Promise.race([entered, value.catch(() => {})]) };
  }

  /**
   * Claims what is queued; resolves when all of it waits. Each task is finished with its value, which is its promise's
   * result.
   */
  async function enterWaits(): Promise<Map<number, Promise<unknown>>> {
    const taken = new Map<number, Promise<unknown>>();
    for (;;) {
      const tasks = await claimTasks({ ctx, input: { limit: 100 } });
      if (tasks.length === 0) return taken;
      const waiting = tasks.filter((task) => waitStepOf(task) !== undefined).map(takeAndFinish);
      for (const { taskId, value } of waiting) taken.set(taskId, value);
      await Promise.all(waiting.map(({ entered }) => entered));
    }
  }

  let [isOver, working] = [false, Promise.resolve()];
  return {
    enterWaits,
    /** Enters all waits until it is stopped. Returns the values of the tasks that it has finished. */
    work(): ReadonlyMap<number, unknown> {
      const values = new Map<number, unknown>();
      const goOn = async () => {
        while (!isOver) {
          for (const [taskId, value] of await enterWaits()) void value.then((one) => values.set(taskId, one));
          await setTimeout(20);
        }
      };
      working = goOn();
      return values;
    },
    async stop(): Promise<void> {
      isOver = true;
      await working;
      await listener.close();
    },
  };
}
