import type { Context } from "../context.ts";
import { requireSystem } from "../permission.ts";
import { announceWaitsSql } from "./announce-waits.sql.ts";

/**
 * Writes the emails and callbacks that waits need now: when one opens, and once before it ends. Any number of processes may
 * call it; each wait is announced by one. Returns how many waits it looked at: call it again if there were any.
 */
export async function announceWaits({ ctx }: { ctx: Context }): Promise<number> {
  requireSystem(ctx);
  return (await ctx.db.run(announceWaitsSql)).length;
}
