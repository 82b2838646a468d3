import type { StepOf } from "@gatepost/contract/steps";
import type { ServiceClock } from "@gatepost/domain/clock/service-clock";
import { log } from "@gatepost/domain/log";
import type { WorkerContext } from "@gatepost/domain/permission";
import type { ClaimedTask } from "@gatepost/domain/task/claim-tasks";
import { type FailedOutcome, finishTask } from "@gatepost/domain/task/finish-task";
import { takeVariable } from "@gatepost/domain/task/take-variable";
import { openCarried } from "@gatepost/domain/task/value-notification";
import { formOf } from "@gatepost/domain/template/requirements";
import { Interruption } from "./failure.ts";
import { keepTrying } from "./keep-trying.ts";
import type { NotificationHub } from "./notification-hub.ts";
import type { Beginnings, Progress } from "./progress.ts";
import { begunSteps } from "./task-record.ts";

export interface Wait {
  ctx: WorkerContext;
  task: ClaimedTask;
  step: StepOf<"WAIT_FOR_VARIABLE_VALUE">;
  timeoutSeconds: number;
  /** The prompt, if it contains text of the site. */
  prompt?: string | undefined;
  /** The steps up to the wait, which are recorded with it. */
  progress: Pick<Progress, "recorded" | "recordedBy">;
  notifications: NotificationHub;
  clock: Pick<ServiceClock, "next">;
  signal: AbortSignal;
  /** Called once, if the value is not there yet. */
  onWait(): void;
  /** The end of the task if no value comes; `extended`: although the wait was given more time. */
  tooLate(extended: boolean): Promise<FailedOutcome["failed"]>;
}

/**
 * Waits for a late variable and takes its value. The service's clock decides whether it came in time, in the statement
 * that ends the task. Each heartbeat notifies too, so a lost notification costs a second. Rejects with an Interruption
 * if the task has ended.
 */
export async function awaitValue(wait: Wait): Promise<unknown> {
  const { ctx, task, step, notifications, signal, clock } = wait;
  const { taskId, accountId, fence } = task;
  const name = step.name.permanent;
  const take = {
    ...{ taskId, accountId, fence, name },
    timeoutSeconds: wait.timeoutSeconds,
    ...{ form: formOf(step), prompt: wait.prompt },
    ...(step.maxAge && { maxAgeSeconds: step.maxAge.permanent }),
  };
  const valueSignal = notifications.value(taskId);
  try {
    let extended = false;
    let left = Number.POSITIVE_INFINITY;
    // With a maximum age, a value that an earlier run took still counts, however old it is now. So look for it before the
    // wait is entered.
    let isFirst = !step.maxAge;
    const ask = (begun?: Beginnings) => {
      const input = { ...take, isFirst, ...(begun?.steps.length && { begun: begunSteps(begun) }) };
      isFirst = false;
      return takeVariable({ ctx, input });
    };
    // A value that is found is taken without entering the wait, and steps are recorded only with a wait. So record them first.
    if (step.maxAge) await wait.progress.recorded();
    for (let waited = false; ; waited = true) {
      const answer = waited
        ? await keepTrying(ask, { signal, clock })
        : await wait.progress.recordedBy((begun) => keepTrying(() => ask(begun), { signal, clock }));
      if (answer.status === "taken") return answer.value;
      if (answer.status === "gone") throw new Interruption("abandoned");
      if (!waited) wait.onWait();
      extended ||= answer.ticksLeft > left;
      left = answer.ticksLeft;
      if (answer.ticksLeft > 0) {
        const carried = await valueSignal.wait(signal);
        signal.throwIfAborted();
        if (carried?.wait === answer.wait) return openCarried(ctx, { accountId, taskId, name }, carried);
        continue;
      }
      // `supplied` and `early`: the next poll decides.
      const failed = await wait.tooLate(extended);
      const end = { taskId, accountId, fence, outcome: { failed }, unlessSupplied: name };
      const { status } = await keepTrying(() => finishTask({ ctx, input: end }), { signal, clock });
      if (status === "ended") log("task ended", { taskId, code: failed.code });
      if (status === "ended" || status === "gone") throw new Interruption("abandoned");
    }
  } finally {
    notifications.release(taskId);
  }
}
