import type { Args } from "../context.ts";
import { type Page, type PageInput, readPage } from "../page.ts";
import { requireAccount } from "../permission.ts";
import { type ListSessionsRow, listSessionsSql } from "./list-sessions.sql.ts";

/**
 * A session without what is in it. `savedAt`: when a task last saved it. `site`: the host at which that task began. `problem`: why
 * the last one's was not saved. `taskId`: the open task that is not held.
 */
export type ListedSession = Omit<ListSessionsRow, "taskId"> & { taskId: number | null };

/** The sessions of the calling account, the oldest first. ERROR_ACCESS_DENIED for a key without the right `tasks`. */
export async function listSessions({ ctx, input }: Args<PageInput>): Promise<Page<ListedSession>> {
  const { actor, db, settings } = requireAccount(ctx, "tasks");
  const { sessionSeconds } = settings;
  return readPage(
    input,
    async (window) => {
      const rows = await db.run(listSessionsSql, { accountId: actor.accountId, sessionSeconds, ...window });
      return rows.map(({ taskId, ...row }) => ({ ...row, taskId: taskId === null ? null : Number(taskId) }));
    },
    ({ id }) => id,
  );
}
