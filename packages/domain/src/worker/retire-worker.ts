import type { Context } from "../context.ts";
import { requireWorker } from "../permission.ts";

const statement = {
  name: "retire_worker",
  text: "update worker set ended_at = now() where id = $1 and ended_at is null",
};

/** Ends the worker's registration. What is still in its hands is recovered as after a loss. */
export async function retireWorker({ ctx }: { ctx: Context }): Promise<void> {
  const { actor, db } = requireWorker(ctx);
  await db.sql(statement, [actor.workerId]);
}
