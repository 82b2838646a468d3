import { pageLimits } from "@gatepost/contract/limits";
import type { Args } from "../context.ts";
import { DomainError, isDomainError } from "../errors.ts";
import { requireChange } from "../permission.ts";
import { cancelTask } from "./cancel-task.ts";

/**
 * Cancels these tasks of the account, a page of a list at most. `ended`: how many had ended before, otherwise than by being
 * cancelled. ERROR_NO_SUCH_CAPCHA_ID, and none is cancelled, if one of them is not the account's.
 */
export async function cancelTasks({
  ctx,
  input: { taskIds },
}: Args<{ taskIds: readonly number[] }>): Promise<{ cancelled: number; ended: number }> {
  const { accountId } = requireChange(ctx, "tasks").actor;
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
