// Made from note-step.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface NoteStepParams {
  note: string;
  hasFailed: boolean;
  taskId: bigint | number;
  fence: number;
  workerId: number;
}

export type NoteStepRow = Record<never, never>;

export const noteStepSql: Statement<NoteStepParams, NoteStepRow> = {
  name: "note_step",
  params: ["note","hasFailed","taskId","fence","workerId"],
  notNull: [],
  text: `
update task_step set note = case when position($1 in note) > 0 then note else concat_ws('; ', note, $1) end,
       ended_at = case when $2::bool then now() else ended_at end,
       outcome = case when $2 then 'failed' else outcome end
 where task_id = $3
   and id = (select max(s.id) from task_step s join task t on t.id = s.task_id
              where t.id = $3 and t.fence = $4 and t.worker_id = $5 and t.ended_at is null)`,
};
