// Made from get-task-variables.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface GetTaskVariablesParams {
  taskId: bigint | number;
}

export interface GetTaskVariablesRow {
  name: string;
  state: "awaited" | "supplied" | "taken";
  attempt: number;
  length: number | null;
  suppliedAt: Date | null;
  takenAt: Date | null;
  awaitedAt: Date | null;
  wait: string | null;
  deadline: Date | null;
  prompt: string | null;
  words: Uint8Array | null;
  kind: string | null;
  options: unknown | null;
}

export const getTaskVariablesSql: Statement<GetTaskVariablesParams, GetTaskVariablesRow> = {
  name: "get_task_variables",
  params: ["taskId"],
  notNull: ["name","state","attempt"],
  text: `
select w.name, w.state, w.attempt, w.length, w.supplied_at as "suppliedAt", w.taken_at as "takenAt", w.awaited_at as "awaitedAt", wait_name(t.fence, w.awaited_at) as "wait",
       case when w.deadline_tick is not null then
         now() + greatest(0, least(w.deadline_tick, t.deadline_tick) - (select tick from service_clock where id = 1)) * interval '1 second' end as "deadline",
       coalesce(s.step #>> '{prompt,permanent}', s.step #>> '{prompt,text}') as "prompt", w.prompt as "words", s.step #>> '{kind,permanent}' as "kind", s.step #> '{options,permanent}' as "options"
  from variable w
  join task t on t.id = w.task_id
  join template_version v on v.id = t.template_version_id
  cross join lateral (select wait_step(v.document, t.step, t.step_path, w.name) as step) s
 where w.task_id = $1 order by w.name`,
};
