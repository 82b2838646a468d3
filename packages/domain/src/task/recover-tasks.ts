import { currentTick } from "../clock/tick.ts";
import type { Context } from "../context.ts";
import { mostClaims } from "./attempts.ts";
import { endTasks } from "./end-tasks.ts";
import { lost, worn } from "./lost.ts";
import { queuedAgain, takenBack } from "./return-task.ts";

/** The few live rows of worker; an end that is found here is final, whatever the lost process believes. */
const endWorkers = {
  name: "end_lost_workers",
  text: `update worker set ended_at = now() where ended_at is null and lease_tick <= ${currentTick}`,
};

/** Reads the partial index task_in_hand, which holds only tasks that run or wait right now. */
const returnTasks = {
  name: "return_lost_tasks",
  text: `
    with lost as materialized (
      select t.id from task t join worker w on w.id = t.worker_id
       where t.worker_id is not null and w.ended_at is not null and not t.may_submit and t.attempts < $1
       order by t.id limit 500 for no key update of t skip locked
    ), returned as (
      update task t set ${queuedAgain}
        from lost l where t.id = l.id and not t.may_submit returning t.id
    ), ${takenBack}
    ), told as materialized (
      select pg_notify('gatepost_queued', '') where exists (select 1 from returned)
    )
    select (select count(*) from returned) as returned, (select count(*) from told) as told`,
};

/** What can only be ended, because it may have submitted something or was lost too often. */
const unrepeatable = {
  name: "find_unrepeatable_tasks",
  text: `
    select t.id as "taskId", t.account_id as "accountId", t.fence, t.worker_id as "workerId", t.may_submit as "maySubmit"
      from task t join worker w on w.id = t.worker_id
     where t.worker_id is not null and w.ended_at is not null and (t.may_submit or t.attempts >= $1)
     limit 500`,
};

type Unrepeatable = { taskId: number; accountId: number; fence: number; workerId: number; maySubmit: boolean };

/**
 * Ends the registration of workers whose lease is over, and takes over their tasks. Any process may run it at any time,
 * and several at once: each decision is conditional on the task's fence.
 */
export async function recoverTasks({ ctx }: { ctx: Context }): Promise<{ returned: number; failed: number }> {
  await ctx.db.sql(endWorkers);
  const rows = await ctx.db.sql<{ returned: number }>(returnTasks, [mostClaims]);
  const found = await ctx.db.sql<Unrepeatable>(unrepeatable, [mostClaims]);
  const ends = await Promise.all(
    found.map(({ maySubmit, ...task }) =>
      ctx.batch(endTasks, { ...task, unlessSupplied: null, solution: null, error: maySubmit ? lost : worn }),
    ),
  );
  return {
    returned: rows[0]?.returned ?? 0,
    failed: ends.filter(({ status }) => status === "ended").length,
  };
}
