import type { ErrorCode } from "@gatepost/contract/errors";
import { type Args, requireWorker } from "../platform/context.ts";
import type { AssignedTask } from "../platform/heartbeat.ts";
import { finishTask } from "./finish-task.ts";
import { returnTaskSql } from "./sql/return-task.sql.ts";

/**
 * Returns a task to the queue. Returns false if it may have submitted something, another worker has it, it has ended,
 * or its browser was `lost` in its last attempt.
 */
export async function returnTask({ ctx, input }: Args<{ taskId: number; fence: number; lost?: boolean }>) {
  const { actor, db } = requireWorker(ctx);
  const { taskId, fence, lost } = input;
  const [task] = await db.run(returnTaskSql, {
    taskId,
    fence,
    workerId: actor.workerId,
    maxClaims: lost ? maxClaims : null,
  });
  return task?.returned === 1;
}

/**
 * Releases a task that is assigned to the worker but that it does not run, such as one of a claim whose response was
 * lost: back to the queue, or ended if it may have submitted something or was lost too often.
 */
export async function releaseTask({ ctx, input }: Args<AssignedTask>): Promise<void> {
  const { maySubmit, ...task } = input;
  if (!maySubmit && (await returnTask({ ctx, input: { ...task, lost: true } }))) return;
  await finishTask({ ctx, input: { ...task, outcome: { failed: maySubmit ? lost : retriesExhausted } } });
}

/**
 * How often a task may be claimed before the loss of its worker ends it, so that a task that crashes every browser or
 * worker does not run for ever. Returning a task because a worker stops never ends it.
 */
export const maxClaims = 5;

type TaskError = { code: ErrorCode; description: string };

/** The end of a task whose worker was lost when it could not be run again. */
export const lost: TaskError = {
  code: "ERROR_WORKER_LOST",
  description:
    "The worker was lost after a step that may have submitted something. Look at the site before you try again.",
};

/** The end of a task that was lost too often. */
export const retriesExhausted: TaskError = {
  code: "ERROR_WORKER_LOST",
  description: `The worker was lost ${maxClaims} times at this task, perhaps because the task uses too much memory. Nothing was submitted.`,
};
