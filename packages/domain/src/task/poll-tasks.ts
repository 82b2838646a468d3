import type { Args } from "../context.ts";
import { requireSystem } from "../permission.ts";
import { watchTasksSql } from "./watch-tasks.sql.ts";

/** A call that watches a task of its account. */
export interface WatchedTask {
  taskId: number;
  accountId: number;
  /** The key of the call; null for a person who is signed in. */
  keyId: number | null;
}

/**
 * For each call, a text that changes with what its task waits for and when the task ends: until then the version that
 * `getTaskResult` gives. Nothing for a call whose key can no longer be used.
 */
export async function pollTasks({
  ctx,
  input: { watched },
}: Args<{ watched: readonly WatchedTask[] }>): Promise<Map<WatchedTask, string>> {
  requireSystem(ctx);
  const rows = await ctx.db.run(watchTasksSql, {
    watched: watched.map(({ taskId, accountId, keyId }, n) => ({
      ...{ n, task_id: taskId, account_id: accountId, key_id: keyId },
    })),
  });
  const usable = rows.filter(({ verified }) => verified);
  return new Map(usable.map(({ n, ended, version }) => [watched[n] as WatchedTask, ended ? "ended" : version]));
}
