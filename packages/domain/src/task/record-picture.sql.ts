// Made from record-picture.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface RecordPictureParams {
  picture: Uint8Array;
  objectId: string | null;
  taskId: bigint | number;
  stepId: bigint | number;
  fence: number;
  workerId: number;
}

export interface RecordPictureRow {
  stepId: number;
}

export const recordPictureSql: Statement<RecordPictureParams, RecordPictureRow> = {
  name: "record_picture",
  params: ["picture","objectId","taskId","stepId","fence","workerId"],
  ids: ["stepId"],
  notNull: ["stepId"],
  text: `
with pictured as (
  update task_step set picture = $1, object_id = $2
   where task_id = $3 and id = $4
     and exists (select from task t where t.id = $3 and t.fence = $5 and t.worker_id = $6 and t.ended_at is null)
     and ($2::uuid is null or exists (select 1 from object_deletion where object_id = $2 for update))
  returning id
), named as (
  delete from object_deletion where object_id = $2 and exists (select 1 from pictured)
)
select id as "stepId" from pictured`,
};
