import type { Args } from "../context.ts";
import { requireSystem } from "../permission.ts";
import { readTaskMarksSql } from "./read-task-marks.sql.ts";

/**
 * By id, a text that changes whenever something changes that a task's page shows; nothing for a task that does not exist. It
 * says nothing of the task itself, so that one query can serve everybody who watches one.
 */
export async function readTaskMarks({
  ctx,
  input: { taskIds },
}: Args<{ taskIds: readonly number[] }>): Promise<Map<number, string>> {
  requireSystem(ctx);
  const rows = await ctx.db.run(readTaskMarksSql, { taskIds: [...taskIds] });
  return new Map(rows.map(({ taskId, mark }) => [taskId, mark]));
}
