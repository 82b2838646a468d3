// Made from find-waiting-tasks.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface FindWaitingTasksParams {
  accountId: number;
}

export interface FindWaitingTasksRow {
  taskId: number;
  remindIn: number | null;
}

export const findWaitingTasksSql: Statement<FindWaitingTasksParams, FindWaitingTasksRow> = {
  name: "find_waiting_tasks",
  params: ["accountId"],
  ids: ["taskId"],
  notNull: ["taskId"],
  text: `
select t.id as "taskId", v.seconds_left - reminder_lead(v.awaited_at, v.seconds_left) as "remindIn"
  from task t
  left join lateral (
    select awaited_at, least(deadline_tick, t.deadline_tick) - (select tick from service_clock where id = 1) as seconds_left
      from variable where task_id = t.id and state = 'awaited' and awaited_at is not null limit 1) v on true
 where t.account_id = $1 and t.state = 'waiting' and t.worker_id is not null
 order by t.id`,
};
