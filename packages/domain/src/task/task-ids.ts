import type { Db } from "@gatepost/db/connect";

const blockSize = 1_000;
const statement = { name: "task_id_block", text: "select nextval('task_id_block')::bigint as first" };

/**
 * Ids for tasks to come, known before the row is written: values are encrypted for the task that they belong to.
 * A process takes a thousand at once, so an id costs no round trip; ids say nothing about age across processes.
 */
export function taskIds(db: Db) {
  let next = 0;
  let end = 0;
  let refill: Promise<void> | undefined;

  async function takeBlock(): Promise<void> {
    const rows = await db.sql<{ first: number }>(statement);
    next = rows[0]?.first ?? 0;
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
