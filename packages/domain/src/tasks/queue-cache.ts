import type { Db } from "@gatepost/db/connect";
import { LRUCache } from "lru-cache";
import { countSlotsSql } from "./sql/count-slots.sql.ts";
import { measureLatestTasksSql } from "./sql/measure-latest-tasks.sql.ts";
import { takeTaskIdsSql } from "./sql/take-task-ids.sql.ts";

export interface Queue {
  /** How many tasks can run at once; a task that waits for a value uses no slot. */
  slots: number;
  idleSlots: number;
  /** Of the latest tasks, in millionths of a dollar; 0 if there are none. */
  averagePrice: number;
  /** From the creation of the latest tasks to their end, without waits for values; 0 if there are none. */
  averageSeconds: number;
  /** From creation to end, for each built-in template that the latest tasks ran, by name. */
  builtIn: readonly { name: string; averageSeconds: number }[];
}

const freshMs = 1_000;

/** The queue as this process knows it. Read at most once a second, however many calls there are. */
export function queueCache(db: Db) {
  const known = new LRUCache<"queue", Queue>({ max: 1, ttl: freshMs, fetchMethod: () => read(db) });
  return { get: (): Promise<Queue> => known.forceFetch("queue") };
}

export type QueueCache = ReturnType<typeof queueCache>;

async function read(db: Db): Promise<Queue> {
  const [[counted], latest] = await Promise.all([db.run(countSlotsSql), db.run(measureLatestTasksSql)]);
  const all = latest.find(({ name }) => name === null);
  return {
    slots: counted?.slots ?? 0,
    idleSlots: counted?.idle ?? 0,
    averagePrice: all?.averagePrice ?? 0,
    averageSeconds: all?.averageSeconds ?? 0,
    builtIn: latest.flatMap(({ name, averageSeconds }) => (name === null ? [] : [{ name, averageSeconds }])),
  };
}

const blockSize = 1_000;

/**
 * Ids for future tasks. They are needed before the row is written, because values are encrypted for their task. A
 * process reserves a thousand at once, so that an id costs no round trip; across processes ids do not reflect age.
 */
export function taskIds(db: Db) {
  let next = 0;
  let end = 0;
  let refill: Promise<void> | undefined;

  async function takeBlock(): Promise<void> {
    const [block] = await db.run(takeTaskIdsSql);
    if (!block) throw new Error("The sequence of task ids gave none.");
    next = block.first;
    end = next + blockSize;
  }

  return {
    async next(): Promise<number> {
      while (next >= end) {
        refill ??= takeBlock().finally(() => {
          refill = undefined;
        });
        await refill;
      }
      return next++;
    },
  };
}

export type TaskIds = ReturnType<typeof taskIds>;
