import { canGoBack, placedSteps, type StepPath } from "@gatepost/contract/step-paths";
import { type AskAgainStep, defaultAttempts } from "@gatepost/contract/steps";
import type { WorkerContext } from "@gatepost/domain/permission";
import { askAgain } from "@gatepost/domain/task/ask-again";
import type { ClaimedTask } from "@gatepost/domain/task/claim-tasks";
import { Failure } from "./failure.ts";

interface Reopening {
  ctx: WorkerContext;
  task: ClaimedTask;
  /** The step that saw the refusal. */
  path: StepPath;
  keepTrying<T>(action: () => Promise<T>): Promise<T>;
}

/**
 * Reopens the wait for a value that the site refused, and returns where its step is; `gone`: the worker does not
 * hold the task any more. Throws a Failure if no more values may be asked for.
 */
export async function reopenWait(
  step: AskAgainStep,
  { ctx, task, path, keepTrying }: Reopening,
): Promise<StepPath | "gone"> {
  const name = step.name.permanent;
  const max = step.attempts?.permanent ?? defaultAttempts;
  const { taskId, fence, late, steps } = task;
  if (!late.includes(name))
    throw new Failure(`the site refused the value of ${name}, which was given when the task was created`);
  const { status } = await keepTrying(() => askAgain({ ctx, input: { taskId, fence, name, max, reason: "refused" } }));
  if (status === "exhausted") throw new Failure(`the site refused ${max} values of ${name}, and no more are asked for`);
  if (status === "gone") return "gone";
  const wait = placedSteps(steps).findLast(
    ({ step: earlier, path: there }) =>
      earlier.type === "WAIT_FOR_VARIABLE_VALUE" && earlier.name.permanent === name && canGoBack(path, there),
  );
  if (!wait) throw new Failure(`no step before it waits for ${name}`);
  return wait.path;
}
