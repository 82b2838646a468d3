import type { Db } from "@gatepost/db/connect";
import { takeTaskIdsSql } from "./take-task-ids.sql.ts";

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
