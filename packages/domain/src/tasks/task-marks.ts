import { type Args, requireSystem } from "../platform/context.ts";
import { readListMarksSql } from "./sql/read-list-marks.sql.ts";
import { readTaskMarksSql } from "./sql/read-task-marks.sql.ts";
import { readWaitMarksSql } from "./sql/read-wait-marks.sql.ts";

/**
 * By id, a text that changes whenever something changes that a task's page shows; nothing for a task that does not exist. It
 * says nothing of the task itself, so that one query can serve everybody who watches one.
 */
export async function readTaskMarks({ ctx, input: { taskIds } }: Args<{ taskIds: readonly number[] }>) {
  requireSystem(ctx);
  const rows = await ctx.db.run(readTaskMarksSql, { taskIds: [...taskIds] });
  return new Map(rows.map(({ taskId, mark }) => [taskId, mark]));
}

/** By account, a text that changes with what its tasks wait for; nothing for an account without waiting tasks. */
export async function readWaitMarks({ ctx, input: { accountIds } }: Args<{ accountIds: readonly number[] }>) {
  requireSystem(ctx);
  const rows = await ctx.db.run(readWaitMarksSql, { accountIds: [...accountIds] });
  return new Map(rows.map(({ accountId, mark }) => [accountId, mark]));
}

/** By account, a text that changes when a task is created, begins, waits, continues or ends. */
export async function readListMarks({ ctx, input: { accountIds } }: Args<{ accountIds: readonly number[] }>) {
  requireSystem(ctx);
  const rows = await ctx.db.run(readListMarksSql, { accountIds: [...accountIds] });
  return new Map(rows.map(({ accountId, mark }) => [accountId, mark]));
}

/** Notified when tasks begin to wait, take a value or end. A notification that is lost is made up for by a query. */
export const taskChannel = "gatepost_task";

export interface ChangedTask {
  accountId: number;
  taskId: number;
}

export function readTaskNotification(payload: string): ChangedTask[] {
  return payload.split(",").map((entry) => {
    const [accountId, taskId] = entry.split(":").map(Number);
    return { accountId: accountId ?? 0, taskId: taskId ?? 0 };
  });
}
