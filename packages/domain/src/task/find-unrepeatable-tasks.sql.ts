// Made from find-unrepeatable-tasks.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface FindUnrepeatableTasksParams {
  maxClaims: number;
}

export interface FindUnrepeatableTasksRow {
  taskId: number;
  accountId: number;
  fence: number;
  workerId: number | null;
  maySubmit: boolean;
}

export const findUnrepeatableTasksSql: Statement<FindUnrepeatableTasksParams, FindUnrepeatableTasksRow> = {
  name: "find_unrepeatable_tasks",
  params: ["maxClaims"],
  ids: ["taskId"],
  notNull: ["taskId","accountId","fence","maySubmit"],
  text: `
select t.id as "taskId", t.account_id as "accountId", t.fence, t.worker_id as "workerId", t.may_submit as "maySubmit"
  from task t join worker w on w.id = t.worker_id
 where t.worker_id is not null and w.ended_at is not null and (t.may_submit or t.attempts >= $1)
 limit 500`,
};
