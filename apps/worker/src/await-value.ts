import type { StepOf } from "@gatepost/contract/steps";
import type { WorkerContext } from "@gatepost/domain/permission";
import type { ClaimedTask } from "@gatepost/domain/task/claim-tasks";
import { finishTask } from "@gatepost/domain/task/finish-task";
import { openCarried } from "@gatepost/domain/task/handed-over";
import { takeVariable } from "@gatepost/domain/task/take-variable";
import { Interruption } from "./failure.ts";
import { keepTrying } from "./keep-trying.ts";
import { log } from "./log.ts";
import type { WakeUps } from "./wake-ups.ts";

/** Behind the notification: a lost one costs no more than this. */
const pollMs = 1_000;

export interface Wait {
  ctx: WorkerContext;
  task: ClaimedTask;
  step: StepOf<"WAIT_FOR_VARIABLE_VALUE">;
  timeoutSeconds: number;
  wakeUps: WakeUps;
  signal: AbortSignal;
  /** Called once, when the value is not there yet. */
  onWait(): void;
  /** How the task ends where no value comes. */
  tooLate: string;
}

/**
 * Waits for a late variable and takes its value. The database's clock decides whether it came in time, in the statement
 * that ends the task. Rejects with an Interruption where the task has ended.
 */
export async function awaitValue(wait: Wait): Promise<unknown> {
  const { ctx, task, step, wakeUps, signal } = wait;
  const { taskId, accountId, fence } = task;
  const name = step.name.permanent;
  const take = {
    ...{ taskId, accountId, fence, name },
    timeoutSeconds: wait.timeoutSeconds,
    ...(step.maxAge && { maxAgeSeconds: step.maxAge.permanent }),
  };
  const end = {
    ...{ taskId, accountId, fence },
    outcome: { failed: { code: "ERROR_VARIABLE_TIMEOUT" as const, description: wait.tooLate } },
    unlessSupplied: name,
  };
  const bell = wakeUps.value(taskId);
  try {
    for (let waited = false; ; waited = true) {
      const answer = await keepTrying(() => takeVariable({ ctx, input: take }), signal);
      if (answer.status === "taken") return answer.value;
      if (answer.status === "gone") throw new Interruption("abandoned");
      if (!waited) wait.onWait();
      const deadline = performance.now() + answer.waitMs;
      const carried = answer.waitMs > 0 ? await bell.wait(Math.min(pollMs, answer.waitMs), signal) : undefined;
      signal.throwIfAborted();
      if (carried?.wait === answer.wait) return openCarried(ctx, { accountId, taskId, name }, carried);
      if (performance.now() < deadline) continue;
      // `supplied` and `early` are settled by the next look.
      const { status } = await keepTrying(() => finishTask({ ctx, input: end }), signal);
      if (status === "ended") log("task ended", { taskId, code: end.outcome.failed.code });
      if (status === "ended" || status === "gone") throw new Interruption("abandoned");
    }
  } finally {
    wakeUps.forget(taskId);
  }
}
