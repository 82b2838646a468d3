import type { SessionContext } from "@gatepost/domain/permission";
import { getInbox, type ListedWait } from "@gatepost/domain/task/get-inbox";
import { type Follower, follow } from "./follow.ts";

/** What the account's tasks wait for, now and whenever a wait opens, is extended, is answered or ends. */
export async function* followInbox(
  ctx: Follower & { verb: SessionContext },
  signal: AbortSignal | undefined,
): AsyncGenerator<{ waits: ListedWait[]; total: number }, void, undefined> {
  for await (const _ of follow(ctx, ctx.live.waits, ctx.accountId, signal)) yield getInbox({ ctx: ctx.verb });
}
