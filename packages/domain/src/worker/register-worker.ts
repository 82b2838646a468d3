import { currentTick } from "../clock/tick.ts";
import type { Context } from "../context.ts";
import { requireSystem } from "../permission.ts";
import { requireSecret } from "../secret/require-secret.ts";
import { leaseTicks } from "./lease.ts";

const statement = {
  name: "register_worker",
  text: `insert into worker (slots, lease_tick) values ($1, ${currentTick} + $2) returning id`,
};

/** Enters a worker process with its first lease. Its id is never used again. Rejects as requireSecret does. */
export async function registerWorker({
  ctx,
  input,
}: {
  ctx: Context;
  input: { slots: number };
}): Promise<{ workerId: number }> {
  requireSystem(ctx);
  await requireSecret({ ctx });
  const rows = await ctx.db.sql<{ id: number }>(statement, [input.slots, leaseTicks]);
  return { workerId: (rows[0] as { id: number }).id };
}
