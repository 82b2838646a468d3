// Made from note-failed-step.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface NoteFailedStepParams {
  note: string;
  taskId: bigint | number;
  fence: number;
  workerId: number;
}

export type NoteFailedStepRow = Record<never, never>;

export const noteFailedStepSql: Statement<NoteFailedStepParams, NoteFailedStepRow> = {
  name: "note_failed_step",
  params: ["note","taskId","fence","workerId"],
  notNull: [],
  text: `
update task_step set ended_at = now(), outcome = 'failed', note = $1
 where task_id = $2
   and id = (select max(s.id) from task_step s join task t on t.id = s.task_id
              where t.id = $2 and t.fence = $3 and t.worker_id = $4 and t.ended_at is null)`,
};
