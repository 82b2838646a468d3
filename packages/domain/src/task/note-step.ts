import type { Args } from "../context.ts";
import { requireWorker } from "../permission.ts";
import { noteStepSql } from "./note-step.sql.ts";

/**
 * Notes in the timeline what happened in the current step. `hasFailed`: the step, which was optional, has failed. Does nothing
 * if another worker has the task.
 */
export async function noteStep({
  ctx,
  input,
}: Args<{ taskId: number; fence: number; note: string; hasFailed: boolean }>): Promise<void> {
  const { actor, db } = requireWorker(ctx);
  await db.run(noteStepSql, { ...input, workerId: actor.workerId });
}
