import type { Batch } from "../coalesce.ts";
import type { Context, Ground } from "../context.ts";
import { requireWorker } from "../permission.ts";

interface Begin {
  workerId: number;
  taskId: number;
  fence: number;
  /** From 1. */
  step: number;
  /** Whether the step may submit something: from its commit on, the task is never run again. */
  maySubmit: boolean;
}

/**
 * The rows in hand by primary key, in order of id; the timeline's open row by its index. `running` again where the step
 * before was a wait.
 */
const statement = {
  name: "begin_steps",
  text: `
    with input as materialized (
      select * from unnest($1::bigint[], $2::int[], $3::int[], $4::int[], $5::bool[])
        as i(task_id, fence, worker_id, step, may_submit)
    ), held as materialized (
      select t.id, t.fence, t.template_version_id, i.step, i.may_submit from task t join input i on t.id = i.task_id
       where t.fence = i.fence and t.worker_id = i.worker_id and t.ended_at is null
       order by t.id for no key update of t
    ), ended as (
      update task_step s set ended_at = now(), outcome = 'done'
        from held h where s.task_id = h.id and s.ended_at is null
    ), started as (
      insert into task_step (task_id, run, number, type)
      select h.id, h.fence, h.step, coalesce(v.document -> 'steps' -> (h.step - 1) ->> 'type', '')
        from held h join template_version v on v.id = h.template_version_id
    )
    update task t set step = h.step, may_submit = t.may_submit or h.may_submit, state = 'running'
      from held h where t.id = h.id
    returning t.id as "taskId"`,
};

const beginSteps: Batch<Begin, boolean, Ground> = {
  name: "begin_steps",
  most: 256,
  queue: 10_000,
  async run({ db }, begins) {
    const rows = await db.sql<{ taskId: number }>(statement, [
      begins.map(({ taskId }) => taskId),
      begins.map(({ fence }) => fence),
      begins.map(({ workerId }) => workerId),
      begins.map(({ step }) => step),
      begins.map(({ maySubmit }) => maySubmit),
    ]);
    const held = new Set(rows.map(({ taskId }) => taskId));
    return begins.map(({ taskId }) => held.has(taskId));
  },
};

/**
 * Commits that a step begins, and whether it may submit, before the step touches the page.
 * False: the task is in other hands, or has ended; drop it.
 */
export async function beginStep({ ctx, input }: { ctx: Context; input: Omit<Begin, "workerId"> }): Promise<boolean> {
  const { actor, batch } = requireWorker(ctx);
  return batch(beginSteps, { ...input, workerId: actor.workerId });
}
