import type { Args } from "../context.ts";
import { requireSystem } from "../permission.ts";
import { requireSecret } from "../secret/require-secret.ts";
import { leaseTicks } from "./lease.ts";
import { registerWorkerSql } from "./register-worker.sql.ts";

/** Registers a worker process with its first lease. Its id is never used again. Rejects as requireSecret does. */
export async function registerWorker({ ctx, input }: Args<{ slots: number }>): Promise<{ workerId: number }> {
  requireSystem(ctx);
  await requireSecret({ ctx });
  const [worker] = await ctx.db.run(registerWorkerSql, { slots: input.slots, leaseTicks });
  if (!worker) throw new Error("An insert returned no row.");
  return { workerId: worker.id };
}
