import type { ErrorCode } from "@gatepost/contract/errors";
import type { Solution } from "@gatepost/contract/solution";
import { begun } from "@gatepost/domain/platform/held-task-testing";
import { emptySolution, newWorker } from "@gatepost/domain/platform/testing";
import { beginStep } from "@gatepost/domain/tasks/begun-steps";
import { type ClaimedTask, claimTasks } from "@gatepost/domain/tasks/claim-tasks";
import type { Ended } from "@gatepost/domain/tasks/end-tasks";
import { finishTask } from "@gatepost/domain/tasks/finish-task";
import { retireWorker } from "@gatepost/domain/tasks/workers";
import { type TakenVariable, takeVariable } from "@gatepost/domain/waits/take-variable";
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
    begin: async ({ taskId, accountId, fence, steps }: ClaimedTask, step: number, maySubmit = false) => {
      const type = steps[step - 1]?.type ?? "PAUSE";
      return beginStep({ ctx, input: { taskId, accountId, fence, begun: begun(step, { maySubmit, type }) } });
    },
    /** Enters the wait, or takes the value where it is there. */
    take: ({ taskId, accountId, fence }: ClaimedTask, name: string, timeoutSeconds = 60): Promise<TakenVariable> =>
      takeVariable({ ctx, input: { taskId, accountId, fence, name, timeoutSeconds } }),
    /** Gives up the wait, as a worker does when its last tick has come. */
    giveUp: (task: ClaimedTask, name: string) =>
      end(task, { failed: { code: "ERROR_VARIABLE_TIMEOUT", description: `No value came for ${name}.` } }, name),
    finish: (task: ClaimedTask, solution = someSolution) => end(task, { ready: solution }),
    fail: (task: ClaimedTask, code: ErrorCode, description = "It did not work out.") =>
      end(task, { failed: { code, description } }),
    retire: () => retireWorker({ ctx }),
  };

  function end(
    { taskId, accountId, fence }: ClaimedTask,
    outcome: Parameters<typeof finishTask>[0]["input"]["outcome"],
    unlessSupplied?: string,
  ): Promise<Ended> {
    return finishTask({ ctx, input: { taskId, accountId, fence, outcome, ...(unlessSupplied && { unlessSupplied }) } });
  }
}
