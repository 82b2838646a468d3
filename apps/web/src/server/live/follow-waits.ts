import type { SessionContext } from "@gatepost/domain/permission";
import { findWaitingTasks, type WaitingTask } from "@gatepost/domain/task/find-waiting-tasks";
import { type Follower, follow } from "./follow.ts";

/** The account's tasks that wait for a value, now and whenever they change. */
export async function* followWaits(
  ctx: Follower & { verb: SessionContext },
  signal: AbortSignal | undefined,
): AsyncGenerator<WaitingTask[], void, undefined> {
  for await (const _ of follow(ctx, ctx.live.waits, ctx.accountId, signal)) yield findWaitingTasks({ ctx: ctx.verb });
}
