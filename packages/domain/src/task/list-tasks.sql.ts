// Made from list-tasks.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface ListTasksParams {
  ids: readonly (bigint | number | null)[];
}

export interface ListTasksRow {
  taskId: number;
  accountId: number;
  softId: number | null;
  templateName: string;
  state: "queued" | "running" | "waiting" | "ready" | "failed";
  errorCode: string | null;
  price: bigint;
  createdAt: Date;
  endedAt: Date | null;
  waitingFor: string[];
}

export const listTasksSql: Statement<ListTasksParams, ListTasksRow> = {
  name: "list_tasks",
  params: ["ids"],
  ids: ["taskId"],
  notNull: ["taskId","accountId","templateName","state","price","createdAt","waitingFor"],
  text: `
select t.id as "taskId", t.account_id as "accountId", t.application_id as "softId", m.name as "templateName",
       t.state, t.error_code as "errorCode", t.price, t.created_at as "createdAt", t.ended_at as "endedAt",
       array(select name from variable
              where t.state = 'waiting' and task_id = t.id and awaited_at is not null and state = 'awaited'
              order by name) as "waitingFor"
  from task t
  join template_version v on v.id = t.template_version_id
  join template m on m.id = v.template_id
 where t.id = any($1::bigint[])
 order by t.id desc`,
};
