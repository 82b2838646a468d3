import type { Context } from "../context.ts";
import { DomainError } from "../errors.ts";
import { type Page, type PageInput, readPage } from "../page.ts";
import { requireAccount } from "../permission.ts";
import { type GetTimelineRow, getTimelineSql } from "./get-timeline.sql.ts";

/**
 * `run`: which run of the task began it, from 1; claims that began no step are not counted. `number`: from 1, as in the
 * template; 0 is the opening of websiteURL.
 */
export type TimelineStep = GetTimelineRow;

/** What happened to a task of the account, step by step. ERROR_NO_SUCH_CAPCHA_ID for one that it does not have. */
export async function getTimeline({
  ctx,
  input,
}: {
  ctx: Context;
  input: PageInput & { taskId: number };
}): Promise<Page<TimelineStep>> {
  const { actor, db, settings } = requireAccount(ctx);
  const { taskId } = input;
  const { accountId } = actor;
  const pictureSeconds = settings.solutionSeconds;
  const page = await readPage(
    input,
    (window) => db.run(getTimelineSql, { taskId, accountId, pictureSeconds, ...window }),
    ({ stepId }) => stepId,
  );
  // A task that has begun no step is told from one that is not there.
  if (page.items.length === 0 && (await db.prisma.task.count({ where: { id: taskId, accountId } })) === 0)
    throw new DomainError("ERROR_NO_SUCH_CAPCHA_ID");
  return page;
}
