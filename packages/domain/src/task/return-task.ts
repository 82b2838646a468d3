import type { Args } from "../context.ts";
import { requireWorker } from "../permission.ts";
import { maxClaims } from "./attempts.ts";
import { returnTaskSql } from "./return-task.sql.ts";

/**
 * Returns a task to the queue. Returns false if it may have submitted something, another worker has it, it has ended,
 * or its browser was `lost` in its last attempt.
 */
export async function returnTask({
  ctx,
  input,
}: Args<{ taskId: number; fence: number; lost?: boolean }>): Promise<boolean> {
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
