import type { SessionContext } from "@gatepost/domain/permission";
import { findWaitingTasks } from "@gatepost/domain/task/find-waiting-tasks";
import { type Follower, follow } from "./follow.ts";

/** The ids of the account's tasks that wait for a value, now and whenever they change. */
export async function* followWaits(
  ctx: Follower & { verb: SessionContext },
  signal: AbortSignal | undefined,
): AsyncGenerator<number[], void, undefined> {
  for await (const _ of follow(ctx, ctx.live.waits, ctx.accountId, signal)) yield findWaitingTasks({ ctx: ctx.verb });
}
