import type { Solution } from "@gatepost/contract/solution";
import { type BegunStep, type BegunSteps, beginStep, recordPicture } from "../tasks/begun-steps.ts";
import { claimTasks } from "../tasks/claim-tasks.ts";
import type { CreateTaskInput } from "../tasks/create-task.ts";
import { type FailedOutcome, type FinishTaskInput, finishTask, returnTask } from "../tasks/finish-task.ts";
import { askAgain, takeVariable } from "../waits/take-variable.ts";
import type { Context, KeyContext, WorkerContext } from "./context.ts";
import type { Held } from "./heartbeat.ts";
import { codeComesLater, emptySolution, newTask, newWorker } from "./testing.ts";

/** One step to be recorded, which is the n-th of its run and of its template. */
export function begun(
  step: number,
  { maySubmit = false, type = "PAUSE", ...more }: Partial<BegunStep> & { maySubmit?: boolean } = {},
): BegunSteps {
  return { maySubmit, steps: [{ nth: step, step, type, ...more }] };
}

/** A task that a worker has claimed, and what that worker does with it. */
export type HeldTask = ReturnType<typeof hold>;

export function hold(worker: WorkerContext, { taskId, accountId, fence }: Held) {
  const held = { taskId, accountId, fence };
  const finish = (outcome: FinishTaskInput["outcome"], more: Partial<FinishTaskInput> = {}) =>
    finishTask({ ctx: worker, input: { ...held, outcome, ...more } });
  return {
    taskId,
    worker,
    held,
    record: (steps: BegunSteps) => beginStep({ ctx: worker, input: { ...held, begun: steps } }),
    begin: (...step: Parameters<typeof begun>) => beginStep({ ctx: worker, input: { ...held, begun: begun(...step) } }),
    picture: (nth: number, picture: string | Buffer) =>
      recordPicture({ ctx: worker, input: { ...held, nth, picture: Buffer.from(picture as string) } }),
    /** Opens the wait for the code, and takes the code once it is there. */
    take: (more: Partial<Parameters<typeof takeVariable>[0]["input"]> = {}) =>
      takeVariable({ ctx: worker, input: { ...held, name: "code", timeoutSeconds: 60, ...more } }),
    askAgain: (max: number, { reason = "refused" as "refused" | "used" | "unfit", name = "code" } = {}) =>
      askAgain({ ctx: worker, input: { ...held, name, max, reason } }),
    giveBack: ({ lost }: { lost: boolean }) => returnTask({ ctx: worker, input: { ...held, lost } }),
    ready: (solution: Partial<Solution> = {}, screenshotSteps?: (number | null)[]) =>
      finish({ ready: { ...emptySolution, ...solution }, ...(screenshotSteps && { screenshotSteps }) }),
    fail: (failed: Partial<FailedOutcome["failed"]> = {}, more?: Partial<FinishTaskInput>) =>
      finish({ failed: { code: "ERROR_STEP_FAILED", description: "The button was not there.", ...failed } }, more),
  };
}

/** The task that is first in the queue. */
export async function claimFirst(system: Context, worker?: WorkerContext): Promise<HeldTask> {
  const ctx = worker ?? (await newWorker(system));
  const [task] = await claimTasks({ ctx, input: { limit: 1 } });
  if (!task) throw new Error("No task is in the queue.");
  return hold(ctx, task);
}

export interface HeldTaskOptions extends Pick<CreateTaskInput, "callbackUrl" | "callbackOn" | "notify"> {
  caller: KeyContext;
  worker: WorkerContext;
  templateName: string;
}

/** A task that the worker has claimed, and whose code comes later. The queue must have been empty. */
export async function newHeldTask({ caller, worker, templateName, ...more }: HeldTaskOptions): Promise<HeldTask> {
  const taskId = await newTask(caller, templateName, { variables: codeComesLater, ...more });
  const task = await claimFirst(worker, worker);
  if (task.taskId !== taskId) throw new Error(`The worker claimed ${task.taskId}, not ${taskId}.`);
  return task;
}
