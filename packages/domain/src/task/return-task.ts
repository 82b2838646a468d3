import type { Context } from "../context.ts";
import { requireWorker } from "../permission.ts";
import { maxClaims } from "./attempts.ts";
import { returnTaskSql } from "./return-task.sql.ts";

/**
 * Hands a task back to the queue. False where it may have submitted something, is in other hands or has ended, or
 * where its browser was `lost` and that was its last attempt.
 */
export async function returnTask({
  ctx,
  input,
}: {
  ctx: Context;
  input: { taskId: number; fence: number; lost?: boolean };
}): Promise<boolean> {
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
