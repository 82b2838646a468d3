// Made from leave-wait.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface LeaveWaitParams {
  taskId: bigint | number;
  fence: number;
  workerId: number;
  name: string;
}

export interface LeaveWaitRow {
  held: boolean;
  left: boolean;
  notified: bigint;
}

export const leaveWaitSql: Statement<LeaveWaitParams, LeaveWaitRow> = {
  name: "leave_wait",
  params: ["taskId","fence","workerId","name"],
  notNull: ["held","left","notified"],
  text: `
with held as materialized (
  select id, account_id from task
   where id = $1 and fence = $2 and worker_id = $3 and ended_at is null for no key update
), left_open as (
  update variable set awaited_at = null, deadline_tick = null
   where task_id = (select id from held) and name = $4 and state = 'awaited'
  returning task_id
), running as (
  update task set state = 'running' where id = (select task_id from left_open)
), notified as materialized (
  select pg_notify('gatepost_task', account_id || ':' || id) from held where exists (select from left_open)
)
select exists (select from held) as "held", exists (select from left_open) as "left",
       (select count(*) from notified) as "notified"`,
};
