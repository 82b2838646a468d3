// Made from begin-steps.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface BeginStepsParams {
  begins: readonly {
    task_id: number | null;
    fence: number | null;
    worker_id: number | null;
    step: number | null;
    may_submit: boolean | null;
  }[];
}

export interface BeginStepsRow {
  taskId: number;
}

export const beginStepsSql: Statement<BeginStepsParams, BeginStepsRow> = {
  name: "begin_steps",
  params: ["begins"],
  encoded: {"begins":[]},
  ids: ["taskId"],
  notNull: ["taskId"],
  text: `
with held as materialized (
  select t.id, t.fence, t.template_version_id, i.step, i.may_submit
    from (select * from json_to_recordset($1::json) as i(task_id bigint, fence int, worker_id int, step int, may_submit bool)
           order by task_id) i,
         lateral (select id, fence, worker_id, ended_at, template_version_id from task where id = i.task_id limit 1
                     for no key update) t
   where t.fence = i.fence and t.worker_id = i.worker_id and t.ended_at is null
), ended as (
  update task_step s set ended_at = now(), outcome = 'done'
    from held h where s.task_id = any(array[h.id]) and s.ended_at is null
), started as (
  insert into task_step (task_id, run, number, type)
  select id, fence, step, coalesce(
           (select document -> 'steps' -> (step - 1) ->> 'type' from template_version where id = template_version_id), '')
    from held
)
update task t set step = h.step, may_submit = t.may_submit or h.may_submit, state = 'running'
  from held h where t.id = any(array[h.id])
returning t.id as "taskId"`,
};
