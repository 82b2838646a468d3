// Made from get-task-result.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface GetTaskResultParams {
  solutionSeconds: number;
  taskId: bigint | number;
  accountId: number;
}

export interface GetTaskResultRow {
  state: "queued" | "running" | "waiting" | "ready" | "failed";
  step: number;
  stepPath: string[] | null;
  attempts: number;
  price: bigint;
  address: string;
  errorCode: string | null;
  errorDescription: string | null;
  created: number;
  ended: number | null;
  solution: Uint8Array | null;
  steps: number;
  stepType: string;
  waitingFor: string[];
}

export const getTaskResultSql: Statement<GetTaskResultParams, GetTaskResultRow> = {
  name: "get_task_result",
  params: ["solutionSeconds","taskId","accountId"],
  notNull: ["state","step","attempts","price","address","created","steps","stepType","waitingFor"],
  text: `
select t.state, t.step, t.step_path as "stepPath", t.attempts, t.price, t.address, t.error_code as "errorCode", t.error_description as "errorDescription",
       floor(extract(epoch from t.created_at))::float8 as "created", floor(extract(epoch from t.ended_at))::float8 as ended,
       case when t.ended_at > now() - $1 * interval '1 second' then t.solution end as solution,
       jsonb_array_length(v.document -> 'steps') as "steps",
       coalesce(v.document -> 'steps' #>> (coalesce(t.step_path, array[(t.step - 1)::text]) || 'type'::text), '') as "stepType",
       case when t.state = 'waiting' then
         array(select name from variable where task_id = t.id and awaited_at is not null and state = 'awaited' order by name)
       else '{}' end as "waitingFor"
  from task t join template_version v on v.id = t.template_version_id
 where t.id = $2 and t.account_id = $3`,
};
