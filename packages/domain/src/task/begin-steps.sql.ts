// Made from begin-steps.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface BeginStepsParams {
  begins: readonly {
    task_id: number | null;
    fence: number | null;
    worker_id: number | null;
    step: number | null;
    path: readonly (string | null)[] | null;
    may_submit: boolean | null;
  }[];
  steps: readonly {
    id: number | null;
    task_id: number | null;
    step: number | null;
    path: readonly (string | null)[] | null;
    type: string | null;
    ms: number | null;
    picture: Uint8Array | null;
  }[];
}

export interface BeginStepsRow {
  taskId: number;
  begun: bigint;
}

export const beginStepsSql: Statement<BeginStepsParams, BeginStepsRow> = {
  name: "begin_steps",
  params: ["begins","steps"],
  encoded: {"begins":[],"steps":["picture"]},
  ids: ["taskId"],
  notNull: ["taskId","begun"],
  text: `
with held as materialized (
  select t.id, i.step, i.path, i.may_submit
    from (select * from json_to_recordset($1::json) as i(task_id bigint, fence int, worker_id int, step int, path text[], may_submit bool)
           order by task_id) i,
         lateral (select id, fence, worker_id, ended_at from task where id = i.task_id limit 1 for no key update) t
   where t.fence = i.fence and t.worker_id = i.worker_id and t.ended_at is null
), begun as materialized (
  select add_step(s.id, h.id, s.step, s.path, s.type, s.ms, s.picture)
    from held h join json_to_recordset($2::json) as s(id bigint, task_id bigint, step int, path text[], type text, ms float8, picture bytea)
      on s.task_id = h.id
)
update task t set step = h.step, step_path = h.path, may_submit = t.may_submit or h.may_submit, state = 'running'
  from held h where t.id = any(array[h.id])
returning t.id as "taskId", (select count(*) from begun) as "begun"`,
};
