import { pageLimits } from "@gatepost/contract/limits";
import { type AppContext, type Args, requireAccount, requireChange } from "../platform/context.ts";
import { DomainError, isDomainError } from "../platform/errors.ts";
import { readOptionalName } from "../platform/name.ts";
import { type Ended, endTasks } from "./end-tasks.ts";

/**
 * Ends a task of the account in whatever state it is; its worker stops within a second, and its price is released. The error's
 * description says the reason. Cancelling it again changes nothing. ERROR_TASK_FINISHED after another end,
 * ERROR_NO_SUCH_CAPCHA_ID for another's task.
 */
export async function cancelTask({ ctx, input }: Args<{ taskId: number; reason?: string | null | undefined }>) {
  const { accountId } = requireChange(ctx, "tasks");
  const reason = readOptionalName("reason", input.reason, 500);
  await endByAccount(ctx, {
    accountId,
    taskId: input.taskId,
    end: "The task was cancelled",
    reason: reason ? `: ${reason}` : " by its account",
  });
}

/** The task that the account created with this Idempotency-Key, for a caller that has not seen its id; null if there is none. */
export async function findCreatedTask({ ctx, input: { key } }: Args<{ key: string }>): Promise<number | null> {
  const { accountId } = requireAccount(ctx, "tasks");
  const stored = await ctx.db.prisma.idempotency.findUnique({ where: { accountId_key: { accountId, key } } });
  const answer: { taskId?: number } = stored ? JSON.parse(stored.answer) : {};
  return answer.taskId ?? null;
}

/**
 * Cancels these tasks of the account, a page of a list at most. `ended`: how many had ended before, otherwise than by being
 * cancelled. ERROR_NO_SUCH_CAPCHA_ID, and none is cancelled, if one of them is not the account's.
 */
export async function cancelTasks({ ctx, input: { taskIds } }: Args<{ taskIds: readonly number[] }>) {
  const { accountId } = requireChange(ctx, "tasks");
  if (taskIds.length > pageLimits.max)
    throw new DomainError("ERROR_BAD_REQUEST", `At most ${pageLimits.max} tasks can be cancelled at once.`);
  const ids = [...new Set(taskIds)];
  if ((await ctx.db.prisma.task.count({ where: { id: { in: ids }, accountId } })) < ids.length)
    throw new DomainError("ERROR_NO_SUCH_CAPCHA_ID");
  const outcomes = await Promise.all(
    ids.map((taskId) =>
      cancelTask({ ctx, input: { taskId } }).then(
        () => "cancelled" as const,
        (error) => {
          if (isDomainError(error) && error.code === "ERROR_TASK_FINISHED") return "ended" as const;
          throw error;
        },
      ),
    ),
  );
  const cancelled = outcomes.filter((outcome) => outcome === "cancelled").length;
  return { cancelled, ended: ids.length - cancelled };
}

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
  { end, reason, ...asked }: EndByAccount,
): Promise<Exclude<Ended["status"], "gone" | "early">> {
  for (;;) {
    const task = await db.prisma.task.findUnique({
      where: { id: asked.taskId, accountId: asked.accountId },
      select: { fence: true, workerId: true, errorDescription: true, endedAt: true },
    });
    if (!task) throw new DomainError("ERROR_NO_SUCH_CAPCHA_ID");
    if (task.errorDescription?.startsWith(end)) return "ended";
    if (task.endedAt) throw new DomainError("ERROR_TASK_FINISHED");
    const { status } = await batch(endTasks, {
      ...asked,
      fence: task.fence,
      workerId: task.workerId,
      solution: null,
      error: { code: "ERROR_TASK_CANCELED", description: `${end}${reason}${/[.!?…。！？]$/.test(reason) ? "" : "."}` },
    });
    // "gone": its worker changed between the query and the update, so query again.
    if (status !== "gone" && status !== "early") return status;
  }
}
