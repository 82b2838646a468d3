import { type Context, requireSession } from "../platform/context.ts";
import { withoutUserInfo } from "../platform/egress.ts";
import { openWait, type TaskVariable } from "../tasks/get-task.ts";
import { type GetInboxRow, getInboxSql } from "./sql/get-inbox.sql.ts";

/** `pictureStepId`: the step whose picture shows the page that asks. */
type ListedWait = TaskVariable &
  Pick<GetInboxRow, "taskId" | "templateName" | "websiteUrl" | "softId" | "pictureStepId">;

/** Waits that are listed at most; the others follow as these are answered. */
const maxListed = 50;

/** What the account's tasks wait for, soonest to expire first, and how many tasks wait in all. */
export async function getInbox({ ctx }: { ctx: Context }): Promise<{ waits: ListedWait[]; total: number }> {
  const { actor, db } = requireSession(ctx);
  const { accountId } = actor;
  const ids = await findWaitingTasks({ ctx });
  const rows = ids.length === 0 ? [] : await db.run(getInboxSql, { ids, accountId, take: maxListed });
  const waits: ListedWait[] = [];
  // One at a time: many large templates must not be in memory at once.
  for (const { versionId, step, stepPath, ...row } of rows) {
    const place = { accountId, taskId: row.taskId, versionId, step, stepPath };
    waits.push({ ...(await openWait(ctx, place, row)), websiteUrl: withoutUserInfo(row.websiteUrl) });
  }
  return { waits, total: ids.length };
}

/**
 * The ids of the account's tasks that wait for a value right now. By the partial index of tasks that a worker holds, because an account
 * may have millions of ended tasks.
 */
export async function findWaitingTasks({ ctx }: { ctx: Context }): Promise<number[]> {
  const { actor, db } = requireSession(ctx);
  const tasks = await db.prisma.task.findMany({
    where: { accountId: actor.accountId, state: "waiting", workerId: { not: null } },
    orderBy: { id: "asc" },
    select: { id: true },
  });
  return tasks.map(({ id }) => Number(id));
}
