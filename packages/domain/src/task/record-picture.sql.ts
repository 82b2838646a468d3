// Made from record-picture.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface RecordPictureParams {
  picture: Uint8Array;
  taskId: bigint | number;
  fence: number;
  workerId: number;
  number: number;
  path: readonly (string | null)[] | null;
}

export interface RecordPictureRow {
  stepId: number;
}

export const recordPictureSql: Statement<RecordPictureParams, RecordPictureRow> = {
  name: "record_picture",
  params: ["picture","taskId","fence","workerId","number","path"],
  ids: ["stepId"],
  notNull: ["stepId"],
  text: `
update task_step set picture = $1
 where task_id = $2
   and id = (select max(s.id) from task_step s join task t on t.id = s.task_id
              where t.id = $2 and t.fence = $3 and t.worker_id = $4 and t.ended_at is null
                and s.number = $5 and s.path is not distinct from $6::text[])
returning id as "stepId"`,
};
