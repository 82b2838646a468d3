import { tickAfter, ticksUntil } from "../clock/tick.ts";
import type { Batch } from "../coalesce.ts";
import type { Context, Ground } from "../context.ts";
import { parseExactJson } from "../exact-json.ts";
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
  /** `ticksLeft` of its time; 0 once it is over. `wait` names this wait. */
  | { status: "waiting"; ticksLeft: number; wait: string }
  | { status: "gone" };

type Take = TakeVariableInput & { workerId: number };
type Row = { taskId: number; value: Buffer | null; ticksLeft: number | null; wait: string };

/**
 * How waits stand, by primary keys, nothing written: a value that was handed over by its push (or whose taking was
 * answered into a lost connection), or a wait that goes on. Neither: something is to be done.
 */
const look = {
  name: "look_at_waits",
  text: `
    select t.id as "taskId", case when v.state = 'taken' then v.value end as value,
           case when v.state = 'awaited' and t.state = 'waiting'
                then ${ticksUntil("v.deadline_tick")} end as "ticksLeft", wait_name(t.fence, v.awaited_at) as wait
      from unnest($1::bigint[], $2::int[], $3::int[], $4::text[]) as i(task_id, fence, worker_id, name)
      join task t on t.id = i.task_id and t.fence = i.fence and t.worker_id = i.worker_id
      join variable v on v.task_id = i.task_id and v.name = i.name
     where t.ended_at is null and (v.state <> 'taken' or t.state = 'running')`,
};

/**
 * Takes what was supplied before its wait was reached, and enters the other waits. Locks tasks, then variables, by
 * primary key. A task has one wait at a time, so a batch holds each task once.
 */
const enter = {
  name: "enter_waits",
  text: `
    with input as materialized (
      select * from unnest($1::bigint[], $2::int[], $3::int[], $4::text[], $5::float8[], $6::float8[])
        as i(task_id, fence, worker_id, name, timeout, max_age)
    ), held as materialized (
      select t.id from task t join input i on t.id = i.task_id
       where t.fence = i.fence and t.worker_id = i.worker_id and t.ended_at is null
       order by t.id for no key update of t
    ), found as materialized (
      select v.task_id, v.name, v.state, i.timeout, i.fence,
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
             deadline_tick = case when f.good then null else coalesce(v.deadline_tick, ${tickAfter("f.timeout")}) end
        from found f where v.task_id = f.task_id and v.name = f.name
      returning v.task_id, f.good, v.value, ${ticksUntil("v.deadline_tick")} as ticks_left,
                wait_name(f.fence, v.awaited_at) as wait
    ), state as (
      update task t set state = case when c.good then 'running'::task_state else 'waiting' end
        from changed c where t.id = c.task_id
    )
    select task_id as "taskId", case when good then value end as value, ticks_left as "ticksLeft", wait from changed`,
};

const takeVariables: Batch<Take, TakenVariable, Ground> = {
  name: "take_variables",
  most: 256,
  queue: 10_000,
  async run({ db, vault }, takes) {
    const seen = settled(await db.sql<Row>(look, placesOf(takes)));
    const open = takes.filter(({ taskId }) => !seen.has(taskId));
    const entered = open.length > 0 ? settled(await db.sql<Row>(enter, [...placesOf(open), ...termsOf(open)])) : seen;
    return takes.map(({ taskId, accountId, name }) => {
      const row = seen.get(taskId) ?? entered.get(taskId);
      if (!row) return { status: "gone" };
      if (row.value)
        return { status: "taken", value: parseExactJson(vault.open(row.value, [accountId, taskId, name])) };
      return { status: "waiting", ticksLeft: row.ticksLeft as number, wait: row.wait };
    });
  },
};

function placesOf(takes: readonly Take[]): unknown[] {
  return [
    takes.map(({ taskId }) => taskId),
    takes.map(({ fence }) => fence),
    takes.map(({ workerId }) => workerId),
    takes.map(({ name }) => name),
  ];
}

function termsOf(takes: readonly Take[]): unknown[] {
  return [takes.map(({ timeoutSeconds }) => timeoutSeconds), takes.map(({ maxAgeSeconds }) => maxAgeSeconds ?? null)];
}

function settled(rows: readonly Row[]): Map<number, Row> {
  return new Map(rows.filter(({ value, ticksLeft }) => value || ticksLeft !== null).map((row) => [row.taskId, row]));
}

/** Takes the value of a late variable, or enters the wait for it. */
export async function takeVariable({ ctx, input }: { ctx: Context; input: TakeVariableInput }): Promise<TakenVariable> {
  const { actor, batch } = requireWorker(ctx);
  return batch(takeVariables, { ...input, workerId: actor.workerId });
}
