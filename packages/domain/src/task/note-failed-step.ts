import type { Context } from "../context.ts";
import { requireWorker } from "../permission.ts";
import { noteFailedStepSql } from "./note-failed-step.sql.ts";

/** Notes in the timeline that the current step, which was optional, has failed. Does nothing if another worker has the task. */
export async function noteFailedStep({
  ctx,
  input,
}: {
  ctx: Context;
  input: { taskId: number; fence: number; note: string };
}): Promise<void> {
  const { actor, db } = requireWorker(ctx);
  await db.run(noteFailedStepSql, { ...input, workerId: actor.workerId });
}
