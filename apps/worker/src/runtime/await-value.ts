import { canGoBack, placedSteps, type StepPath } from "@gatepost/contract/step-paths";
import { type AskAgainStep, defaultAttempts, type StepOf } from "@gatepost/contract/steps";
import type { WorkerContext } from "@gatepost/domain/platform/context";
import type { ServiceClock } from "@gatepost/domain/platform/heartbeat";
import { log } from "@gatepost/domain/platform/log";
import type { ClaimedTask } from "@gatepost/domain/tasks/claim-tasks";
import { type FailedOutcome, finishTask } from "@gatepost/domain/tasks/finish-task";
import { formOf } from "@gatepost/domain/templates/requirements";
import { askAgain, takeVariable } from "@gatepost/domain/waits/take-variable";
import { openCarried } from "@gatepost/domain/waits/value-notification";
import { Failure } from "../browser/failure.ts";
import { keepTrying } from "./keep-trying.ts";
import type { NotificationHub } from "./notification-hub.ts";
import type { Beginnings, Progress } from "./progress.ts";
import { Interruption, type TaskContext } from "./task-control.ts";
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
  /** Whether another process has entered the wait. */
  isResumed?: boolean;
  /** Called once, if the value is not there yet. */
  onWait(): void;
  /** The end of the task if no value comes; `extended`: although the wait was given more time. */
  tooLate(extended: boolean): Promise<FailedOutcome["failed"]>;
}

/**
 * Waits for a late variable and takes its value. The service's clock decides whether it came in time, in the statement that ends the
 * task. The heartbeat that finds the value there, or the time over, notifies too, so a lost notification costs a second. Rejects with an
 * Interruption if the task has ended.
 */
export async function awaitValue(wait: Wait): Promise<unknown> {
  const { ctx, task, step, notifications, signal, clock } = wait;
  const { taskId, accountId, fence } = task;
  const name = step.name.permanent;
  const take = {
    taskId,
    accountId,
    fence,
    name,
    timeoutSeconds: wait.timeoutSeconds,
    form: formOf(step),
    prompt: wait.prompt,
    ...(step.maxAge && { maxAgeSeconds: step.maxAge.permanent }),
  };
  const valueSignal = notifications.value(taskId);
  try {
    let extended = false;
    let left = Number.POSITIVE_INFINITY;
    // With a maximum age, a value that an earlier run took still counts, however old it is now. So look for it before the
    // wait is entered.
    let isFirst = !step.maxAge && !wait.isResumed;
    const ask = (begun?: Beginnings) => {
      const input = { ...take, isFirst, ...(begun?.steps.length && { begun: begunSteps(begun) }) };
      isFirst = false;
      return takeVariable({ ctx, input });
    };
    // A value that is found is taken without entering the wait, and steps are recorded only with a wait. So record them first.
    if (step.maxAge) await wait.progress.recorded();
    for (let waited = false; ; waited = true) {
      const answer =
        waited || wait.isResumed
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
      // The report refers to the wait's picture.
      await wait.progress.recorded();
      const end = { taskId, accountId, fence, outcome: { failed }, unlessSupplied: name };
      const { status } = await keepTrying(() => finishTask({ ctx, input: end }), { signal, clock });
      if (status === "ended") log("task ended", { taskId, code: failed.code });
      if (status === "ended" || status === "gone") throw new Interruption("abandoned");
    }
  } finally {
    notifications.release(taskId);
  }
}

/**
 * Reopens the wait for a value that the site refused, as the step at `path` saw, and returns where its step is. Throws a
 * Failure if no more values may be asked for.
 */
export async function reopenWait(step: AskAgainStep, path: StepPath, { ctx, task, control }: TaskContext) {
  const name = step.name.permanent;
  const max = step.attempts?.permanent ?? defaultAttempts;
  const { taskId, fence, late, steps } = task;
  if (!late.includes(name))
    throw new Failure(`the site refused the value of ${name}, which was given when the task was created`);
  const input = { taskId, fence, name, max, reason: "refused" } as const;
  const { status } = await control.keepTrying(() => askAgain({ ctx, input }));
  if (status === "exhausted") throw new Failure(`the site refused ${max} values of ${name}, and no more are asked for`);
  if (status === "gone") return control.abandon();
  const wait = placedSteps(steps).findLast(
    ({ step: earlier, path: there }) =>
      earlier.type === "WAIT_FOR_VARIABLE_VALUE" && earlier.name.permanent === name && canGoBack(path, there),
  );
  if (!wait) throw new Failure(`no step before it waits for ${name}`);
  return wait.path;
}
