import type { SessionContext } from "@gatepost/domain/permission";
import { getTask, type TaskDetails } from "@gatepost/domain/task/get-task";
import { getTimeline, type TimelineStep } from "@gatepost/domain/task/get-timeline";
import { type Follower, follow } from "./follow.ts";

export interface FollowedTask {
  task: TaskDetails;
  /** First all steps; later the new ones and the latest before them, which replace those of the same id. */
  steps: TimelineStep[];
}

/** Steps that are sent again, because their end, note or picture may be new. */
const sentAgain = 20;
/** Steps that are sent at once. Of a longer timeline, the next ones follow at the next change. */
const pageSize = 100;

/** The task now, and whenever it changes, until it has ended. ERROR_NO_SUCH_CAPCHA_ID if the account has no such task. */
export async function* followTask(
  ctx: Follower & { verb: SessionContext },
  taskId: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<FollowedTask, void, undefined> {
  let latest: number[] = [];
  for await (const _ of follow(ctx, ctx.live.tasks, taskId, signal)) {
    const task = await getTask({ ctx: ctx.verb, input: { taskId } });
    let next = latest.at(-sentAgain - 1) ?? null;
    do {
      const input = { taskId, limit: pageSize, after: next ?? undefined };
      const { items, next: further } = await getTimeline({ ctx: ctx.verb, input });
      const ids = items.map(({ stepId }) => stepId);
      latest = [...latest.filter((id) => !ids.includes(id)), ...ids].slice(-sentAgain - 1);
      yield { task, steps: items };
      next = further;
    } while (next !== null);
    if (task.endedAt) return;
  }
}
