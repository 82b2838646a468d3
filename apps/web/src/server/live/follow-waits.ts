import type { SessionContext } from "@gatepost/domain/permission";
import { type Follower, follow } from "./follow.ts";

/** What `read` returns about the account's waits, now and whenever a wait opens, is extended, is answered or ends. */
export async function* followWaits<Facts>(
  ctx: Follower & { verb: SessionContext },
  read: (asked: { ctx: SessionContext }) => Promise<Facts>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Facts, void, undefined> {
  for await (const _ of follow(ctx, ctx.live.waits, ctx.accountId, signal)) yield read({ ctx: ctx.verb });
}
