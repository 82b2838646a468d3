// Made from get-task.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface GetTaskParams {
  taskId: bigint | number;
  accountId: number;
}

export interface GetTaskRow {
  taskId: number;
  softId: number | null;
  templateName: string;
  state: "queued" | "running" | "waiting" | "ready" | "failed";
  websiteUrl: string;
  step: number;
  steps: number;
  stepType: string;
  attempts: number;
  price: bigint;
  createdAt: Date;
  startedAt: Date | null;
  endedAt: Date | null;
  errorCode: string | null;
  errorDescription: string | null;
}

export const getTaskSql: Statement<GetTaskParams, GetTaskRow> = {
  name: "get_task",
  params: ["taskId","accountId"],
  ids: ["taskId"],
  notNull: ["taskId","templateName","state","websiteUrl","step","steps","stepType","attempts","price","createdAt"],
  text: `
select t.id as "taskId", t.application_id as "softId", m.name as "templateName", t.state, t.website_url as "websiteUrl",
       t.step, jsonb_array_length(v.document -> 'steps') as "steps",
       coalesce(v.document -> 'steps' #>> (coalesce(t.step_path, array[(t.step - 1)::text]) || 'type'::text), '') as "stepType", t.attempts, t.price,
       t.created_at as "createdAt", t.started_at as "startedAt", t.ended_at as "endedAt", t.error_code as "errorCode",
       t.error_description as "errorDescription"
  from task t
  join template_version v on v.id = t.template_version_id
  join template m on m.id = v.template_id
 where t.id = $1 and t.account_id = $2`,
};
