import type { Context } from "../context.ts";
import { requireWorker } from "../permission.ts";
import { retireWorkerSql } from "./retire-worker.sql.ts";

/** Ends the worker's registration. Tasks that it still holds are recovered as after a loss. */
export async function retireWorker({ ctx }: { ctx: Context }): Promise<void> {
  const { actor, db } = requireWorker(ctx);
  await db.run(retireWorkerSql, { workerId: actor.workerId });
}
