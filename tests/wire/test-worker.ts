import type { ErrorCode } from "@gatepost/contract/errors";
import type { Solution } from "@gatepost/contract/solution";
import { hold } from "@gatepost/domain/platform/held-task-testing";
import { emptySolution, newWorker } from "@gatepost/domain/platform/testing";
import { type ClaimedTask, claimTasks } from "@gatepost/domain/tasks/claim-tasks";
import { retireWorker } from "@gatepost/domain/tasks/workers";
import type { Operator } from "../factories.ts";

export const someSolution: Solution = {
  ...emptySolution,
  url: "https://example.org/welcome",
  cookies: { session: "s3cret" },
  screenshots: ["iVBORw0KGgo="],
  texts: { balance: "$1,284.50" },
};

/** A worker without a browser: where a test is about the wire, its steps are done by calling the verbs. */
export async function openTestWorker(operator: Operator, { slots = 100 } = {}) {
  const ctx = await newWorker(operator, { slots });
  const { workerId } = ctx.actor;
  const claimed = new Map<number, ClaimedTask>();
  // The web process advances the clock, and would take the tasks of a worker that sends no heartbeats.
  await operator.db.pool.query("update worker set lease_tick = 2147483647 where id = $1", [workerId]);

  return {
    workerId,
    /** Takes this very task; others that come with it are kept for their own tests. */
    async claim(taskId: number): Promise<ClaimedTask> {
      while (!claimed.has(taskId)) {
        const tasks = await claimTasks({ ctx, input: { limit: 100 } });
        if (tasks.length === 0) throw new Error(`Task ${taskId} is not in the queue.`);
        for (const task of tasks) claimed.set(task.taskId, task);
      }
      const task = claimed.get(taskId) as ClaimedTask;
      claimed.delete(taskId);
      return task;
    },
    /** Records that the template's n-th step begins. */
    begin: (task: ClaimedTask, step: number, maySubmit = false) =>
      hold(ctx, task).begin(step, { maySubmit, type: task.steps[step - 1]?.type ?? "PAUSE" }),
    /** Enters the wait, or takes the value where it is there. */
    take: (task: ClaimedTask, name: string, timeoutSeconds = 60) => hold(ctx, task).take({ name, timeoutSeconds }),
    finish: (task: ClaimedTask, solution = someSolution) => hold(ctx, task).ready(solution),
    fail: (task: ClaimedTask, code: ErrorCode, description = "It did not work out.") =>
      hold(ctx, task).fail({ code, description }),
    retire: () => retireWorker({ ctx }),
  };
}
