import type { Context } from "../context.ts";
import { requireWorker } from "../permission.ts";

export interface AskAgainInput {
  taskId: number;
  fence: number;
  name: string;
  /** How often the template may ask for the value in all. */
  most: number;
}

export type AskedAgain = { status: "open"; attempt: number } | { status: "exhausted" | "gone" };

/** Locks the task, then its variable, by primary key. The refused value's fingerprint stays, so that it is not taken twice. */
const statement = {
  name: "ask_again",
  text: `
    with held as materialized (
      select id from task where id = $1 and fence = $2 and worker_id = $3 and ended_at is null for no key update
    ), opened as (
      update variable v
         set state = 'awaited', attempt = v.attempt + 1, refused = v.fingerprint, value = null, fingerprint = null,
             taken_at = null, awaited_at = null, deadline_tick = null
        from held h
       where v.task_id = h.id and v.name = $4 and v.state = 'taken' and v.attempt < $5
      returning v.attempt
    )
    select (select count(*) from held)::int as held,
           coalesce((select attempt from opened),
                    (select v.attempt from variable v
                      where v.task_id = $1 and v.name = $4 and v.state in ('awaited', 'supplied'))) as attempt`,
};

/**
 * The site refused the value: the variable is awaited anew, in the same session, as the next attempt. Asking again after
 * an answer was lost finds it open.
 */
export async function askAgain({ ctx, input }: { ctx: Context; input: AskAgainInput }): Promise<AskedAgain> {
  const { actor, db } = requireWorker(ctx);
  const { taskId, fence, name, most } = input;
  const rows = await db.sql<{ held: number; attempt: number | null }>(statement, [
    taskId,
    fence,
    actor.workerId,
    name,
    most,
  ]);
  const { held, attempt } = rows[0] as { held: number; attempt: number | null };
  if (held === 0) return { status: "gone" };
  return attempt === null ? { status: "exhausted" } : { status: "open", attempt };
}
