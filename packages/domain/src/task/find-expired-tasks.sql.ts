// Made from find-expired-tasks.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface FindExpiredTasksParams {
  queueTicks: number;
}

export interface FindExpiredTasksRow {
  taskId: number;
  accountId: number;
  fence: number;
}

export const findExpiredTasksSql: Statement<FindExpiredTasksParams, FindExpiredTasksRow> = {
  name: "find_expired_tasks",
  params: ["queueTicks"],
  ids: ["taskId"],
  notNull: ["taskId","accountId","fence"],
  text: `
select id as "taskId", account_id as "accountId", fence from task
 where worker_id is null and ended_at is null and queued_tick < (select tick from service_clock where id = 1) - $1
 limit 500`,
};
