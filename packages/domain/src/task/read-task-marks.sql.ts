// Made from read-task-marks.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface ReadTaskMarksParams {
  taskIds: readonly (bigint | number | null)[];
}

export interface ReadTaskMarksRow {
  taskId: number;
  mark: string;
}

export const readTaskMarksSql: Statement<ReadTaskMarksParams, ReadTaskMarksRow> = {
  name: "read_task_marks",
  params: ["taskIds"],
  ids: ["taskId"],
  notNull: ["taskId","mark"],
  text: `
select t.id as "taskId",
       concat_ws(' ', t.state, t.fence, t.step, t.step_path, t.ended_at, s.latest, s.pictures, s.notes, v.states) as "mark"
  from task t,
       lateral (select max(id) as latest, count(picture) as pictures, count(note) as notes
                  from (select id, picture, note from task_step where task_id = t.id order by id desc limit 50) latest) s,
       lateral (select string_agg(concat_ws(' ', state, attempt, awaited_at, deadline_tick), ',' order by name) as states
                  from variable where task_id = t.id) v
 where t.id = any($1::bigint[])`,
};
