import { currentTick } from "../clock/tick.ts";
import type { Context } from "../context.ts";
import { requireWorker } from "../permission.ts";
import { mostClaims } from "./attempts.ts";

/** What goes with a task that is `returned`: its values wait for the next worker, and the step that was run is over. */
export const takenBack = `supplied as (
      update variable v
         set state = case when v.state = 'taken' then 'supplied' else v.state end,
             taken_at = null, awaited_at = null, deadline_tick = null
        from returned r where v.task_id = r.id
    ), stopped as (
      update task_step s set ended_at = now(), outcome = 'stopped'
        from returned r where s.task_id = r.id and s.ended_at is null`;

/** How a task goes back to the queue: for the hour of one that has just come, under another fence. */
export const queuedAgain = `state = 'queued', worker_id = null, fence = fence + 1, queued_at = now(),
             queued_tick = ${currentTick}, step = 0`;

/** Locks the task, then its variables. Values that were taken are there for the next worker. */
const statement = {
  name: "return_task",
  text: `
    with returned as (
      update task set ${queuedAgain}
       where id = $1 and fence = $2 and worker_id = $3 and ended_at is null and not may_submit
         and ($4::int is null or attempts < $4)
      returning id
    ), ${takenBack}
    )
    select pg_notify('gatepost_queued', '') from returned`,
};

/**
 * Hands a task back to the queue. False where it may have submitted something, is in other hands or has ended, or
 * where its browser was `lost` and that was its last attempt.
 */
export async function returnTask({
  ctx,
  input,
}: {
  ctx: Context;
  input: { taskId: number; fence: number; lost?: boolean };
}): Promise<boolean> {
  const { actor, db } = requireWorker(ctx);
  const { taskId, fence, lost } = input;
  const rows = await db.sql(statement, [taskId, fence, actor.workerId, lost ? mostClaims : null]);
  return rows.length > 0;
}
