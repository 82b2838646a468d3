import type { Args } from "../context.ts";
import { DomainError } from "../errors.ts";
import { type Page, type PageInput, readPage } from "../page.ts";
import { requireAccount } from "../permission.ts";
import { type GetTimelineRow, getTimelineSql } from "./get-timeline.sql.ts";
import { stepTarget } from "./step-target.ts";
import { storedPathText } from "./stored-path.ts";

/**
 * `run`: the number, from 1, of the task's run that began it; claims that began no step are not counted. `number`: from
 * 1, as in the template; 0 is the opening of websiteURL. `place`: the same, of a nested step such as 3.then.2. `note`:
 * why an optional step failed, or what happened in a step that was not asked for. `target`: what it acts on, such as a
 * selector or the name of a variable; never a value.
 */
export type TimelineStep = Omit<GetTimelineRow, "path" | "target"> & { place: string; target: string | null };

/** The steps of a task of the account. ERROR_NO_SUCH_CAPCHA_ID if there is no such task. */
export async function getTimeline({ ctx, input }: Args<PageInput & { taskId: number }>): Promise<Page<TimelineStep>> {
  const { actor, db, settings } = requireAccount(ctx, "tasks");
  const { taskId } = input;
  const { accountId } = actor;
  const pictureSeconds = settings.solutionSeconds;
  const page = await readPage(
    input,
    (window) => db.run(getTimelineSql, { taskId, accountId, pictureSeconds, ...window }),
    ({ stepId }) => stepId,
  );
  // No rows: distinguishes a task that has begun no step from one that does not exist.
  if (page.items.length === 0 && (await db.prisma.task.count({ where: { id: taskId, accountId } })) === 0)
    throw new DomainError("ERROR_NO_SUCH_CAPCHA_ID");
  const items = page.items.map(({ path, target, ...step }) => ({
    ...step,
    target: stepTarget(target),
    place: path?.length ? storedPathText(path) : String(step.number),
  }));
  return { ...page, items };
}
