import type { Args } from "../context.ts";
import { requireWorker } from "../permission.ts";

/** The tick at which the task's time is over, which extending a wait may have moved; undefined if the worker lost it. */
export async function getTaskLimit({
  ctx,
  input: { taskId, fence },
}: Args<{ taskId: number; fence: number }>): Promise<number | undefined> {
  const { actor, db } = requireWorker(ctx);
  const task = await db.prisma.task.findUnique({
    where: { id: taskId, fence, workerId: actor.workerId },
    select: { deadlineTick: true },
  });
  return task?.deadlineTick ?? undefined;
}
