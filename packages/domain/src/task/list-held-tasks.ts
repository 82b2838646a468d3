import type { Context } from "../context.ts";
import { requireWorker } from "../permission.ts";

/** By primary key: a few rows. */
const statement = {
  name: "list_held_tasks",
  text: "select id from task where id = any($1::bigint[]) and worker_id = $2",
};

/** Which of these tasks the worker still holds: not those that were cancelled, have ended or are in other hands. */
export async function listHeldTasks({
  ctx,
  input,
}: {
  ctx: Context;
  input: { taskIds: number[] };
}): Promise<ReadonlySet<number>> {
  const { actor, db } = requireWorker(ctx);
  const rows = await db.sql<{ id: number }>(statement, [input.taskIds, actor.workerId]);
  return new Set(rows.map(({ id }) => id));
}
