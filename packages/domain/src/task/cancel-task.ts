import type { Context } from "../context.ts";
import { DomainError } from "../errors.ts";
import { readOptionalName } from "../name.ts";
import { requireChange } from "../permission.ts";
import { endTasks } from "./end-tasks.ts";

export interface CancelTaskInput {
  taskId: number;
  /** Part of the description of the task's error. */
  reason?: string | null | undefined;
}

/**
 * Ends a task of the account in whatever state it is; its worker stops within a second, and its price is released. Cancelling
 * it again changes nothing. ERROR_TASK_FINISHED after another end, ERROR_NO_SUCH_CAPCHA_ID for another's task.
 */
export async function cancelTask({ ctx, input }: { ctx: Context; input: CancelTaskInput }): Promise<void> {
  const { actor, db, batch } = requireChange(ctx, "tasks");
  const reason = readOptionalName("reason", input.reason, 500);
  const description = reason ? `The task was cancelled: ${reason}` : "The task was cancelled by its account.";
  for (;;) {
    const task = await db.prisma.task.findUnique({
      where: { id: input.taskId, accountId: actor.accountId },
      select: { fence: true, workerId: true, errorCode: true, endedAt: true },
    });
    if (!task) throw new DomainError("ERROR_NO_SUCH_CAPCHA_ID");
    if (task.errorCode === "ERROR_TASK_CANCELED") return;
    if (task.endedAt) throw new DomainError("ERROR_TASK_FINISHED");
    const { status } = await batch(endTasks, {
      taskId: input.taskId,
      accountId: actor.accountId,
      fence: task.fence,
      workerId: task.workerId,
      unlessSupplied: null,
      solution: null,
      error: { code: "ERROR_TASK_CANCELED", description },
    });
    // "gone": its worker changed between the query and the update, so query again.
    if (status === "ended") return;
  }
}
