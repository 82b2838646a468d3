// Made from record-picture.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface RecordPictureParams {
  picture: Uint8Array;
  objectId: string | null;
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
  params: ["picture","objectId","taskId","fence","workerId","number","path"],
  ids: ["stepId"],
  notNull: ["stepId"],
  text: `
with pictured as (
  update task_step set picture = $1, object_id = $2
   where task_id = $3
     and id = (select max(s.id) from task_step s join task t on t.id = s.task_id
                where t.id = $3 and t.fence = $4 and t.worker_id = $5 and t.ended_at is null
                  and s.number = $6 and s.path is not distinct from $7::text[])
     and ($2::uuid is null or exists (select 1 from object_deletion where object_id = $2 for update))
  returning id
), named as (
  delete from object_deletion where object_id = $2 and exists (select 1 from pictured)
)
select id as "stepId" from pictured`,
};
