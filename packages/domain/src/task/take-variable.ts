import type { Batch } from "../coalesce.ts";
import type { Context, Ground } from "../context.ts";
import { requireWorker } from "../permission.ts";

export interface TakeVariableInput {
  taskId: number;
  accountId: number;
  fence: number;
  name: string;
  /** From the first call for a wait on; later calls keep the first deadline. */
  timeoutSeconds: number;
  /** A value that was pushed longer ago is not taken; the wait goes on for a fresh one. */
  maxAgeSeconds?: number;
}

export type TakenVariable =
  | { status: "taken"; value: unknown }
  /** Milliseconds to the deadline, by the database's clock; below zero once it has passed. */
  | { status: "waiting"; waitMs: number }
  | { status: "gone" };

type Take = TakeVariableInput & { workerId: number };
type Row = { taskId: number; taken: boolean; value: Buffer | null; waitMs: number };

/**
 * Locks tasks, then variables, by primary key. A task has one wait at a time, so a batch holds each task once.
 * A value that was taken and whose answer was lost on the way is given again.
 */
const statement = {
  name: "take_variables",
  text: `
    with input as materialized (
      select * from unnest($1::bigint[], $2::int[], $3::int[], $4::text[], $5::float8[], $6::float8[])
        as i(task_id, fence, worker_id, name, timeout, max_age)
    ), held as materialized (
      select t.id from task t join input i on t.id = i.task_id
       where t.fence = i.fence and t.worker_id = i.worker_id and t.ended_at is null
       order by t.id for no key update of t
    ), found as materialized (
      select v.task_id, v.name, v.state, i.timeout,
             v.state = 'taken' or v.state = 'supplied' and
               (i.max_age is null or v.supplied_at >= now() - i.max_age * interval '1 second') as good
        from variable v join input i on i.task_id = v.task_id and i.name = v.name join held h on h.id = v.task_id
       order by v.task_id for no key update of v
    ), changed as (
      update variable v
         set state = case when f.good then 'taken'::variable_state else 'awaited' end,
             value = case when f.good then v.value end,
             fingerprint = case when f.good then v.fingerprint end,
             taken_at = case when f.good then coalesce(v.taken_at, now()) end,
             awaited_at = case when f.good then null else coalesce(v.awaited_at, now()) end,
             deadline = case when f.good then null
                             else coalesce(v.deadline, now() + f.timeout * interval '1 second') end
        from found f where v.task_id = f.task_id and v.name = f.name
      returning v.task_id, f.good, v.value, extract(epoch from v.deadline - now())::float8 * 1000 as wait_ms
    ), state as (
      update task t set state = case when c.good then 'running'::task_state else 'waiting' end
        from changed c where t.id = c.task_id
    )
    select task_id as "taskId", good as taken, value, wait_ms as "waitMs" from changed`,
};

const takeVariables: Batch<Take, TakenVariable, Ground> = {
  name: "take_variables",
  most: 256,
  queue: 10_000,
  async run({ db, vault }, takes) {
    const rows = await db.sql<Row>(statement, [
      takes.map(({ taskId }) => taskId),
      takes.map(({ fence }) => fence),
      takes.map(({ workerId }) => workerId),
      takes.map(({ name }) => name),
      takes.map(({ timeoutSeconds }) => timeoutSeconds),
      takes.map(({ maxAgeSeconds }) => maxAgeSeconds ?? null),
    ]);
    const byTask = new Map(rows.map((row) => [row.taskId, row]));
    return takes.map(({ taskId, accountId, name }) => {
      const row = byTask.get(taskId);
      if (!row) return { status: "gone" };
      if (!row.taken || !row.value) return { status: "waiting", waitMs: row.waitMs };
      return { status: "taken", value: JSON.parse(vault.open(row.value, [accountId, taskId, name])) as unknown };
    });
  },
};

/** Takes the value of a late variable, or enters the wait for it. */
export async function takeVariable({ ctx, input }: { ctx: Context; input: TakeVariableInput }): Promise<TakenVariable> {
  const { actor, batch } = requireWorker(ctx);
  return batch(takeVariables, { ...input, workerId: actor.workerId });
}
