import type { AppContext } from "../context.ts";
import { DomainError } from "../errors.ts";
import { type Ended, endTasks } from "./end-tasks.ts";

interface EndByAccount {
  accountId: number;
  taskId: number;
  /** The description of the task's error, ERROR_TASK_CANCELED, begins with this, by which a repeated call is recognised. */
  end: string;
  /** What follows it: the reason, with which a repeated call may differ. */
  reason: string;
  /** Only if the worker has not taken a value of this variable. */
  unlessTaken?: string;
}

/**
 * Ends a task of the account in whatever state it is; its worker stops within a second, and its price is released.
 * Returns `ended` also if it has ended in the same way before. ERROR_TASK_FINISHED after another end,
 * ERROR_NO_SUCH_CAPCHA_ID for another account's task.
 */
export async function endByAccount(
  { db, batch }: Pick<AppContext, "db" | "batch">,
  { accountId, taskId, end, reason, unlessTaken }: EndByAccount,
): Promise<Exclude<Ended["status"], "gone" | "early">> {
  for (;;) {
    const task = await db.prisma.task.findUnique({
      where: { id: taskId, accountId },
      select: { fence: true, workerId: true, errorDescription: true, endedAt: true },
    });
    if (!task) throw new DomainError("ERROR_NO_SUCH_CAPCHA_ID");
    if (task.errorDescription?.startsWith(end)) return "ended";
    if (task.endedAt) throw new DomainError("ERROR_TASK_FINISHED");
    const { status } = await batch(endTasks, {
      ...{ taskId, accountId, fence: task.fence, workerId: task.workerId, solution: null },
      ...(unlessTaken !== undefined && { unlessTaken }),
      error: { code: "ERROR_TASK_CANCELED", description: `${end}${reason}` },
    });
    // "gone": its worker changed between the query and the update, so query again.
    if (status !== "gone" && status !== "early") return status;
  }
}
