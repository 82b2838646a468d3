import { type Args, requireSystem } from "../platform/context.ts";
import { readListMarksSql } from "./sql/read-list-marks.sql.ts";
import { readTaskMarksSql } from "./sql/read-task-marks.sql.ts";
import { readWaitMarksSql } from "./sql/read-wait-marks.sql.ts";

/**
 * Reads for some ids a text each that changes whenever something does; none where there is nothing. A mark says nothing of the thing
 * itself, so that one query can serve everybody who watches one.
 */
function markReader(statement: typeof readListMarksSql) {
  return async ({ ctx, input: { ids } }: Args<{ ids: readonly number[] }>) => {
    requireSystem(ctx);
    const rows = await ctx.db.run(statement, { ids });
    return new Map(rows.map(({ id, mark }) => [id, mark]));
  };
}

/** By a task's id, what its page shows. */
export const readTaskMarks = markReader(readTaskMarksSql);

/** By account, what its tasks wait for; nothing for an account without waiting tasks. */
export const readWaitMarks = markReader(readWaitMarksSql);

/** By account, which tasks there are: created, begun, waiting, continued or ended. */
export const readListMarks = markReader(readListMarksSql);

/** Notified when tasks begin to wait, take a value or end. A notification that is lost is made up for by a query. */
export const taskChannel = "gatepost_task";

export type ChangedTask = ReturnType<typeof readTaskNotification>[number];

export function readTaskNotification(payload: string) {
  return payload.split(",").map((entry) => {
    const [accountId, taskId] = entry.split(":").map(Number);
    return { accountId: accountId ?? 0, taskId: taskId ?? 0 };
  });
}
