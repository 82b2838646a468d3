import type { LiveRight } from "@gatepost/contract/live";
import type { Args, Context } from "../platform/context.ts";
import { DomainError } from "../platform/errors.ts";
import { requireAccount, requireChange } from "../platform/permission.ts";
import { issueTicket } from "./live-ticket.ts";
import { findLiveWorkerSql } from "./sql/find-live-worker.sql.ts";

/** How to reach a task's live page: the worker's address, and what to show it. */
export interface OpenedLive {
  right: LiveRight;
  workerId: number;
  address: string;
  ticket: string;
}

interface OpenLiveInput {
  taskId: number;
  /** The tab that asks. */
  client?: string | undefined;
}

/** Of somebody who is signed in: their session is checked all the while. */
const sessionMs = 12 * 60 * 60 * 1_000;

/**
 * Lets the caller see a task's live page, and take it over with the right "control". ERROR_NO_SUCH_CAPCHA_ID if the caller has no
 * such task, ERROR_TASK_FINISHED if it has ended, ERROR_SERVICE_UNAVAILABLE while no worker that shows live pages has it.
 */
export async function openLive({ ctx, input: { taskId, client = "" } }: Args<OpenLiveInput>): Promise<OpenedLive> {
  const { accountId, ...who } = viewerOf(ctx, taskId);
  const [found] = await ctx.db.run(findLiveWorkerSql, { taskId, accountId });
  if (!found) throw new DomainError("ERROR_NO_SUCH_CAPCHA_ID");
  if (found.hasEnded) throw new DomainError("ERROR_TASK_FINISHED");
  const { workerId, address } = found;
  if (workerId === null || address === null)
    throw new DomainError(
      "ERROR_SERVICE_UNAVAILABLE",
      workerId === null
        ? "No browser is open for this task yet."
        : "The worker that runs this task shows no live pages.",
    );
  const name = (await ctx.pushers.read(accountId, [who.holder])).get(who.holder) ?? who.holder;
  return { right: who.right, workerId, address, ticket: issueTicket(ctx.vault, { taskId, client, ...who, name }) };
}

/** Where it is now, for somebody who sees it at a worker. Rejects as openLive does if they may not any more. */
export async function checkLive({
  ctx,
  input,
}: Args<{ taskId: number; workerId: number }>): Promise<"here" | "moved" | "over"> {
  const { accountId } = viewerOf(ctx, input.taskId);
  const [found] = await ctx.db.run(findLiveWorkerSql, { taskId: input.taskId, accountId });
  if (!found || found.hasEnded) return "over";
  return found.workerId === input.workerId ? "here" : "moved";
}

function viewerOf(ctx: Context, taskId: number) {
  const { actor } = ctx;
  if (actor.kind === "answer link" || actor.kind === "live link") {
    const { live, linkId, accountId } = actor;
    if (actor.taskId !== taskId || live === null) throw new DomainError("ERROR_ACCESS_DENIED");
    return { accountId, right: live.right, holder: `link ${linkId}`, until: live.until };
  }
  const { accountId } = requireAccount(ctx, "tasks").actor;
  const by = requireChange(ctx, "tasks").actor;
  const holder = by.kind === "session" ? `user ${by.userId}` : `key ${by.keyId}`;
  return { accountId, right: "control" as const, holder, until: Date.now() + sessionMs };
}
