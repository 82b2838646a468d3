// Made from take-control.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface TakeControlParams {
  taskId: bigint | number;
  fence: number;
  workerId: number;
  holder: string;
  name: string;
}

export interface TakeControlRow {
  held: boolean;
  taken: boolean;
  notified: bigint;
}

export const takeControlSql: Statement<TakeControlParams, TakeControlRow> = {
  name: "take_control",
  params: ["taskId","fence","workerId","holder","name"],
  notNull: ["held","taken","notified"],
  text: `
with held as materialized (
  select id, account_id, fence from task
   where id = $1 and fence = $2 and worker_id = $3 and ended_at is null for no key update
), taken as (
  insert into task_control as c (task_id, fence, holder)
  select id, fence, $4 from held
      on conflict (task_id) do update set fence = excluded.fence, holder = excluded.holder, since = now()
   where c.fence < excluded.fence
  returning task_id
), marked as (
  update task set may_submit = true where id = (select task_id from taken)
), announced as (
  insert into webhook_delivery (task_id, account_id, event, wait, endpoint_id)
  select h.id, h.account_id, 'control', 'taken over by ' || $5::text, p.id
    from held h, taken, lateral (
      select id from event_endpoint where account_id = h.account_id and 'control' = any(events) limit 20) p
), notified as materialized (
  select pg_notify('gatepost_task', account_id || ':' || id) from held where exists (select from taken)
)
select exists (select from held) as "held", exists (select from taken) as "taken",
       (select count(*) from notified) as "notified"`,
};
