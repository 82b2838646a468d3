// Made from get-task-result.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface GetTaskResultParams {
  solutionSeconds: number;
  taskId: bigint | number;
  accountId: number;
  keyId: number | null;
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
  wait: string | null;
  waitName: string | null;
  waitPattern: string | null;
  waitAttempt: number | null;
  waitRefused: boolean;
  pushed: boolean;
  waitPrompt: string | null;
  waitWords: Uint8Array | null;
  waitKind: string | null;
  waitOptions: unknown | null;
  waitSince: number | null;
  waitEnd: number | null;
}

export const getTaskResultSql: Statement<GetTaskResultParams, GetTaskResultRow> = {
  name: "get_task_result",
  params: ["solutionSeconds","taskId","accountId","keyId"],
  notNull: ["state","step","attempts","price","address","created","steps","stepType","waitRefused","pushed"],
  text: `
select t.state as "state", t.step as "step", t.step_path as "stepPath", t.attempts as "attempts", t.price as "price",
       t.address as "address", t.error_code as "errorCode", t.error_description as "errorDescription",
       floor(extract(epoch from t.created_at))::float8 as "created", floor(extract(epoch from t.ended_at))::float8 as ended,
       case when t.ended_at > now() - $1 * interval '1 second' then t.solution end as solution,
       jsonb_array_length(v.document -> 'steps') as "steps",
       coalesce(v.document -> 'steps' #>> (coalesce(t.step_path, array[(t.step - 1)::text]) || 'type'::text), '') as "stepType",
       wait_name(t.fence, w.awaited_at) as "wait", w.name as "waitName", w.step #>> '{pattern,permanent}' as "waitPattern", w.attempt as "waitAttempt", w.refused is not null as "waitRefused",
       exists (select from variable where task_id = t.id and (supplied_at is not null or receipts is not null)) as "pushed",
       coalesce(w.step #>> '{prompt,permanent}', w.step #>> '{prompt,text}') as "waitPrompt", w.prompt as "waitWords", w.step #>> '{kind,permanent}' as "waitKind",
       w.step #> '{options,permanent}' as "waitOptions", floor(extract(epoch from w.awaited_at))::float8 as "waitSince",
       floor(extract(epoch from now()) + greatest(0, least(w.deadline_tick, t.deadline_tick) - (select tick from service_clock where id = 1)))::float8
         as "waitEnd"
  from task t
  join template_version v on v.id = t.template_version_id
  left join lateral (
    select name, attempt, refused, prompt, awaited_at, deadline_tick, wait_step(v.document, t.step, t.step_path, name) as step
      from variable where task_id = t.id and awaited_at is not null and state = 'awaited' order by name limit 1
  ) w on t.state = 'waiting'
 where t.id = $2 and t.account_id = $3
   and ($4::int is null or (select k.id from usable_key k where k.id = $4 and k.account_id = $3) is not null)`,
};
