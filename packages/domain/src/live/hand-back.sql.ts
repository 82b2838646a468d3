// Made from hand-back.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface HandBackParams {
  taskId: bigint | number;
  fence: number;
  workerId: number;
  name: string;
}

export interface HandBackRow {
  notified: bigint;
}

export const handBackSql: Statement<HandBackParams, HandBackRow> = {
  name: "hand_back",
  params: ["taskId","fence","workerId","name"],
  notNull: ["notified"],
  text: `
with back as (
  delete from task_control where task_id = $1 and fence = $2 returning task_id
), freed as materialized (
  select id, account_id from task
   where id = (select task_id from back) and fence = $2 and worker_id = $3
), announced as (
  insert into webhook_delivery (task_id, account_id, event, wait, endpoint_id)
  select f.id, f.account_id, 'control', 'handed back by ' || $4::text, p.id
    from freed f, lateral (
      select id from event_endpoint where account_id = f.account_id and 'control' = any(events) limit 20) p
)
select (select count(pg_notify('gatepost_task', account_id || ':' || id)) from freed) as "notified"`,
};
