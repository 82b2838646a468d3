import type { Args } from "../context.ts";
import { readOptionalName } from "../name.ts";
import { requireChange } from "../permission.ts";
import { endByAccount } from "./end-by-account.ts";

interface CancelTaskInput {
  taskId: number;
  /** Part of the description of the task's error. */
  reason?: string | null | undefined;
}

/**
 * Ends a task of the account in whatever state it is; its worker stops within a second, and its price is released. Cancelling
 * it again changes nothing. ERROR_TASK_FINISHED after another end, ERROR_NO_SUCH_CAPCHA_ID for another's task.
 */
export async function cancelTask({ ctx, input }: Args<CancelTaskInput>): Promise<void> {
  const { accountId } = requireChange(ctx, "tasks").actor;
  const reason = readOptionalName("reason", input.reason, 500);
  await endByAccount(ctx, {
    ...{ accountId, taskId: input.taskId },
    ...{ end: "The task was cancelled", reason: reason ? `: ${reason}` : " by its account." },
  });
}
