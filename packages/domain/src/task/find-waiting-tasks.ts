import type { Context } from "../context.ts";
import { requireSession } from "../permission.ts";
import { type FindWaitingTasksRow, findWaitingTasksSql } from "./find-waiting-tasks.sql.ts";

/** A task that waits. `remindIn`: seconds until people are to be reminded, negative afterwards; null: they are not reminded. */
type WaitingTask = FindWaitingTasksRow;

/** The account's tasks that wait for a value right now. */
export async function findWaitingTasks({ ctx }: { ctx: Context }): Promise<WaitingTask[]> {
  const { actor, db } = requireSession(ctx);
  return db.run(findWaitingTasksSql, { accountId: actor.accountId });
}
