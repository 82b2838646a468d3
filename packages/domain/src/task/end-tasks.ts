import type { ErrorCode } from "@gatepost/contract/errors";
import { currentTick } from "../clock/tick.ts";
import type { Batch } from "../coalesce.ts";
import type { Ground } from "../context.ts";
import { shard } from "../stats/shard.ts";

export interface End {
  taskId: number;
  accountId: number;
  fence: number;
  /** null: a task that nobody runs, such as one that was queued for too long. */
  workerId: number | null;
  unlessSupplied: string | null;
  /** Encrypted. */
  solution: Buffer | null;
  /** null: the task is ready. */
  error: { code: ErrorCode; description: string } | null;
}

/** `supplied`: the variable has a value. `early`: its wait is not over. `gone`: the task is in other hands, or has ended. */
export interface Ended {
  status: "ended" | "supplied" | "early" | "gone";
}

/**
 * Ends all tasks of a batch in one statement. Locks in the house's order: the accounts that pay and earn, then the
 * tasks, then the variable that a time-out is about, then counts by their key. A scalar subquery on the CTE before
 * makes PostgreSQL finish one kind of lock before the next.
 *
 * A ready task's price is captured, and its part of it goes to the application's owner; a failed one's is released.
 * A worker that holds a cancelled task is told. Of two ends of one task in a batch the first one counts.
 * Rows are found by primary key throughout.
 */
const statement = {
  name: "end_tasks",
  text: `
    with input as materialized (
      select * from json_to_recordset($1::json) as i(
        n int, task_id bigint, fence int, worker_id int, unless_supplied text, solution text, code text, description text)
    ), party as materialized (
      select distinct t.id as task_id, t.account_id, a.account_id as owner_id, a.commission
        from input i join task t on t.id = i.task_id left join application a on a.id = t.application_id
    ), held_account as materialized (
      select id from account
       where id in (select account_id from party union select owner_id from party)
       order by id for no key update
    ), held_task as materialized (
      select i.n, t.id, t.account_id, t.application_id, t.price, t.state, t.callback_url
        from task t join input i on t.id = i.task_id
       where t.fence = i.fence and t.worker_id is not distinct from i.worker_id and t.ended_at is null
         and (select count(*) from held_account) > 0
       order by t.id for no key update of t
    ), held_variable as materialized (
      select v.task_id, v.state, v.deadline_tick
        from variable v join input i on v.task_id = i.task_id and v.name = i.unless_supplied
       where (select count(*) from held_task) > 0
       order by v.task_id for no key update of v
    ), decided as materialized (
      select i.*, t.id, t.account_id, t.application_id, t.price, t.callback_url, p.owner_id,
             t.price * p.commission / 1000000 as commission,
             case when t.id is null or t.state = 'waiting' and i.code is null then 'gone'
                  when v.state in ('supplied', 'taken') then 'supplied'
                  when v.deadline_tick > ${currentTick} then 'early'
                  else 'ended' end as status
        from input i
        left join held_task t on t.n = i.n
        left join held_variable v on v.task_id = t.id
        left join party p on p.task_id = t.id
    ), ended as materialized (
      select distinct on (id) *, code is null as ready, coalesce(commission, 0) as earned
        from decided where status = 'ended' order by id, n
    ), task_end as (
      update task t
         set state = case when e.ready then 'ready'::task_state else 'failed' end, worker_id = null, given = null,
             ended_at = now(), error_code = e.code, error_description = e.description,
             solution = decode(e.solution, 'base64')
        from ended e where t.id = e.id
    ), wiped as (
      update variable v set value = null, fingerprint = null, refused = null, awaited_at = null, deadline_tick = null
        from ended e where v.task_id = e.id
    ), step_end as (
      update task_step s set ended_at = now(), outcome = case when e.ready then 'done' else 'failed' end
        from ended e where s.task_id = e.id and s.ended_at is null
    ), callback as (
      insert into webhook_delivery (task_id, account_id) select id, account_id from ended where callback_url is not null
    ), cancelled as materialized (
      select pg_notify('gatepost_cancel', string_agg(id::text, ','))
        from ended where code = 'ERROR_TASK_CANCELED' and worker_id is not null having count(*) > 0
    ), entry as materialized (
      select account_id, case when ready then 'capture' else 'release' end as kind,
             case when ready then 0 else price end as available, -price as held,
             case when ready then price else 0 end as house, id as task_id, application_id
        from ended
      union all
      select owner_id, 'commission', earned, 0, -earned, id, application_id from ended where ready and earned > 0
    ), ledger as (
      insert into ledger_entry (account_id, kind, available, held, house, task_id, application_id)
      select account_id, kind::ledger_kind, available, held, house, task_id, application_id from entry
    ), balance as (
      update account a set available = a.available + s.available, held = a.held + s.held
        from (select account_id, sum(available) as available, sum(held) as held from entry group by account_id) s
       where a.id = s.account_id
    ), event as (
      select application_id, case when ready then 'ready' else 'error' end as metric, coalesce(code, '') as label, 1 as n
        from ended where application_id is not null
      union all
      select application_id, 'money', '', earned from ended where application_id is not null and ready and earned > 0
    ), counted as (
      insert into count as c (application_id, metric, bucket, label, shard, n)
      select application_id, metric, date_bin('15 minutes', now(), 'epoch'), label, $2::smallint, sum(n)
        from event group by application_id, metric, label order by application_id, metric, label
      on conflict (application_id, metric, bucket, label, shard) do update set n = c.n + excluded.n
    )
    select d.n, case when d.status = 'ended' and e.n is null then 'gone' else d.status end as status,
           (select count(*) from cancelled) as cancelled
      from decided d left join ended e on e.n = d.n`,
};

type Row = Ended & { n: number };

/** Ends tasks; one that is in other hands, or has ended, is left as it is. */
export const endTasks: Batch<End, Ended, Ground> = {
  name: "end_tasks",
  most: 64,
  queue: 10_000,
  async run({ db }, ends) {
    const rows = await db.sql<Row>(statement, [JSON.stringify(ends.map(toRow)), shard]);
    const byInput = new Map(rows.map(({ n, status }) => [n, { status }]));
    return ends.map((_, n) => byInput.get(n) as Ended);
  },
};

function toRow(end: End, n: number) {
  return {
    n,
    task_id: end.taskId,
    fence: end.fence,
    worker_id: end.workerId,
    unless_supplied: end.unlessSupplied,
    solution: end.solution?.toString("base64") ?? null,
    code: end.error?.code ?? null,
    description: end.error?.description ?? null,
  };
}
