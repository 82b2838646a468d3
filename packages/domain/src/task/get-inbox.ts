import type { Context } from "../context.ts";
import { requireSession } from "../permission.ts";
import { findWaitingTasks } from "./find-waiting-tasks.ts";
import { type GetInboxRow, getInboxSql } from "./get-inbox.sql.ts";
import type { TaskVariable } from "./get-task.ts";
import { openWait } from "./open-wait.ts";
import { withoutUserInfo } from "./user-info.ts";

/** `pictureStepId`: the step whose picture shows the page that asks. */
type ListedWait = TaskVariable &
  Pick<GetInboxRow, "taskId" | "templateName" | "websiteUrl" | "softId" | "pictureStepId">;

/** Waits that are listed at most; the others follow as these are answered. */
const maxListed = 50;

/** What the account's tasks wait for, soonest to expire first, and how many tasks wait in all. */
export async function getInbox({ ctx }: { ctx: Context }): Promise<{ waits: ListedWait[]; total: number }> {
  const { actor, db, vault } = requireSession(ctx);
  const { accountId } = actor;
  const ids = (await findWaitingTasks({ ctx })).map(({ taskId }) => taskId);
  const rows = ids.length === 0 ? [] : await db.run(getInboxSql, { ids, accountId, take: maxListed });
  const waits = rows.map(({ taskId, templateName, websiteUrl, softId, pictureStepId, ...row }) => ({
    ...{ taskId, templateName, softId, pictureStepId, websiteUrl: withoutUserInfo(websiteUrl) },
    ...openWait(vault, { accountId, taskId }, row),
  }));
  return { waits, total: ids.length };
}
