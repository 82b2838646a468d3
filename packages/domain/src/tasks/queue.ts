import type { Db } from "@gatepost/db/connect";
import { LRUCache } from "lru-cache";
import { type Context, cached, requireSystem } from "../platform/context.ts";
import { countSlotsSql } from "./sql/count-slots.sql.ts";
import { measureLatestTasksSql } from "./sql/measure-latest-tasks.sql.ts";
import { measureLoadSql } from "./sql/measure-load.sql.ts";

export type Queue = Awaited<ReturnType<typeof readQueue>>;

/** How busy the workers are, at most a second old. Open to anybody, because it contains nothing about any account. */
export function getQueue({ ctx }: { ctx: Context }): Promise<Queue> {
  return ctx.cache(queueCache).get();
}

const freshMs = 1_000;

/** The queue as this process knows it. Read at most once a second, however many calls there are. */
export const queueCache = cached("queue", (db) => {
  const cache = new LRUCache<"queue", Queue>({ max: 1, ttl: freshMs, fetchMethod: () => readQueue(db) });
  return { get: (): Promise<Queue> => cache.forceFetch("queue") };
});

async function readQueue(db: Db) {
  const [[counted], latest] = await Promise.all([db.run(countSlotsSql), db.run(measureLatestTasksSql)]);
  const all = latest.find(({ name }) => name === null);
  return {
    /** How many tasks can run at once; a task that waits for a value uses no slot. */
    slots: counted?.slots ?? 0,
    idleSlots: counted?.idle ?? 0,
    /** Of the latest tasks, in millionths of a dollar; 0 if there are none. */
    averagePrice: all?.averagePrice ?? 0,
    /** From the creation of the latest tasks to their end, without waits for values; 0 if there are none. */
    averageSeconds: all?.averageSeconds ?? 0,
    /** From creation to end, for each built-in template that the latest tasks ran, by name. */
    builtIn: latest.flatMap(({ name, averageSeconds }) => (name === null ? [] : [{ name, averageSeconds }])),
  };
}

/** The work of the whole installation, not of one process or account. */
export type Load = Awaited<ReturnType<typeof measureLoad>>;

/**
 * Counts the queue up to 100,000 tasks, and the open waits by how long they have lasted. `oldestSeconds`: since the task that has been
 * queued longest entered the queue; 0 if none is queued. For operators' metrics; costs one index entry per queued task.
 */
export async function measureLoad({ ctx }: { ctx: Context }) {
  requireSystem(ctx);
  const { db } = ctx;
  const [[slots], [load]] = await Promise.all([db.run(countSlotsSql), db.run(measureLoadSql)]);
  if (!slots || !load) throw new Error("The load was not counted.");
  const { queued, oldestSeconds, ...waits } = load;
  return { queued, oldestSeconds, slots: slots.slots, idleSlots: slots.idle, waits };
}
