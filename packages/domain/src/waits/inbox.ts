import { type Context, requireSession } from "../platform/context.ts";
import { withoutUserInfo } from "../platform/egress.ts";
import { openWait, type TaskVariable } from "../tasks/get-task.ts";
import { type FindWaitingTasksRow, findWaitingTasksSql } from "./sql/find-waiting-tasks.sql.ts";
import { type GetInboxRow, getInboxSql } from "./sql/get-inbox.sql.ts";

/** `pictureStepId`: the step whose picture shows the page that asks. */
type ListedWait = TaskVariable &
  Pick<GetInboxRow, "taskId" | "templateName" | "websiteUrl" | "softId" | "pictureStepId">;

/** Waits that are listed at most; the others follow as these are answered. */
const maxListed = 50;

/** What the account's tasks wait for, soonest to expire first, and how many tasks wait in all. */
export async function getInbox({ ctx }: { ctx: Context }): Promise<{ waits: ListedWait[]; total: number }> {
  const { accountId } = requireSession(ctx);
  const ids = (await findWaitingTasks({ ctx })).map(({ taskId }) => taskId);
  const rows = ids.length === 0 ? [] : await ctx.db.run(getInboxSql, { ids, accountId, take: maxListed });
  const waits: ListedWait[] = [];
  // One at a time: many large templates must not be in memory at once.
  for (const { versionId, step, stepPath, ...row } of rows) {
    const place = { accountId, taskId: row.taskId, versionId, step, stepPath };
    waits.push({ ...(await openWait(ctx, place, row)), websiteUrl: withoutUserInfo(row.websiteUrl) });
  }
  return { waits, total: ids.length };
}

/** The account's tasks that wait for a value right now. `endsSoon`: people are reminded of it from now on. */
export async function findWaitingTasks({ ctx }: { ctx: Context }): Promise<FindWaitingTasksRow[]> {
  const { accountId } = requireSession(ctx);
  return ctx.db.run(findWaitingTasksSql, { accountId });
}
