import type { Context } from "../context.ts";
import { requireWorker } from "../permission.ts";
import { noteFailedStepSql } from "./note-failed-step.sql.ts";

/** Notes in the timeline that the step being run has failed, which was optional. Nothing where the task is in other hands. */
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
