import type { Context } from "../platform/context.ts";
import { requireSystem } from "../platform/permission.ts";
import type { Queue } from "./queue-cache.ts";
import { countSlotsSql } from "./sql/count-slots.sql.ts";
import { measureLoadSql } from "./sql/measure-load.sql.ts";

export type { Queue } from "./queue-cache.ts";

/** How busy the workers are, at most a second old. Open to anybody, because it contains nothing about any account. */
export function getQueue({ ctx }: { ctx: Context }): Promise<Queue> {
  return ctx.queue.get();
}

/** The work of the whole installation, not of one process or account. */
export interface Load {
  /** Counted up to 100,000. */
  queued: number;
  /** Since the task that has been queued longest entered the queue; 0 if none is queued. */
  oldestSeconds: number;
  /** Slots of all workers. */
  slots: number;
  idleSlots: number;
  /** Open waits, by how long they have lasted. */
  waits: { underMinute: number; underTenMinutes: number; underHour: number; hourOrMore: number };
}

/** Reads the queue and the open waits. For operators' metrics; costs one index entry per queued task. */
export async function measureLoad({ ctx }: { ctx: Context }): Promise<Load> {
  requireSystem(ctx);
  const { db } = ctx;
  const [[slots], [load]] = await Promise.all([db.run(countSlotsSql), db.run(measureLoadSql)]);
  if (!slots || !load) throw new Error("The load was not counted.");
  const { queued, oldestSeconds, ...waits } = load;
  return { queued, oldestSeconds, slots: slots.slots, idleSlots: slots.idle, waits };
}
