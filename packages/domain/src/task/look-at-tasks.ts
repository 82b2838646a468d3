import type { AppContext } from "../context.ts";
import { watchTasksSql } from "./watch-tasks.sql.ts";

/** A call that watches a task of its account. */
export interface WatchedTask {
  taskId: number;
  accountId: number;
  /** The key of the call; null for a person who is signed in. */
  keyId: number | null;
}

export interface TaskLook {
  /** Whether the key of the call can still be used. */
  verified: boolean;
  /** Whether the task has ended, or is not there any more. */
  ended: boolean;
  /** Names the task's present wait, as a result of `getTaskResult` does. */
  version: string;
}

/** How tasks stand, each for the call that watches it: one query for all calls of a process. */
export async function lookAtTasks(
  { db }: Pick<AppContext, "db">,
  watched: readonly WatchedTask[],
): Promise<TaskLook[]> {
  const rows = await db.run(watchTasksSql, {
    watched: watched.map(({ taskId, accountId, keyId }, n) => ({
      ...{ n, task_id: taskId, account_id: accountId, key_id: keyId },
    })),
  });
  const looks = new Map(rows.map(({ n, ...look }) => [n, look]));
  return watched.map((_, n) => looks.get(n) as TaskLook);
}
