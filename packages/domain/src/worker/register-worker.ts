import type { Args } from "../context.ts";
import { requireSystem } from "../permission.ts";
import { requireSecret } from "../secret/require-secret.ts";
import { leaseTicks } from "./lease.ts";
import { registerWorkerSql } from "./register-worker.sql.ts";

/**
 * Registers a worker process with its first lease. Its id is never used again. `liveAddress`: where web servers reach its live
 * pages. Rejects as requireSecret does.
 */
export async function registerWorker({
  ctx,
  input: { slots, liveAddress = null },
}: Args<{ slots: number; liveAddress?: string | null }>): Promise<{ workerId: number }> {
  requireSystem(ctx);
  await requireSecret({ ctx });
  const [worker] = await ctx.db.run(registerWorkerSql, { slots, liveAddress, leaseTicks });
  if (!worker) throw new Error("An insert returned no row.");
  return { workerId: worker.id };
}
