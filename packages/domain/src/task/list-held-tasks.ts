import type { Context } from "../context.ts";
import { requireWorker } from "../permission.ts";

/** A task that the database says is in the worker's hands. */
export interface HeldTask {
  taskId: number;
  accountId: number;
  fence: number;
  maySubmit: boolean;
}

/** By the partial index task_in_hand, which holds only what runs or waits right now. */
const statement = {
  name: "list_held_tasks",
  text: `
    select id as "taskId", account_id as "accountId", fence, may_submit as "maySubmit" from task
     where worker_id = $1`,
};

/** What the worker holds: not what was cancelled, has ended or is in other hands. */
export async function listHeldTasks({ ctx }: { ctx: Context }): Promise<HeldTask[]> {
  const { actor, db } = requireWorker(ctx);
  return db.sql<HeldTask>(statement, [actor.workerId]);
}
