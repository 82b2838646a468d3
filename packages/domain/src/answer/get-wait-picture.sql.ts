// Made from get-wait-picture.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface GetWaitPictureParams {
  taskId: bigint | number;
  name: string;
}

export interface GetWaitPictureRow {
  picture: Uint8Array | null;
  objectId: string | null;
}

export const getWaitPictureSql: Statement<GetWaitPictureParams, GetWaitPictureRow> = {
  name: "get_wait_picture",
  params: ["taskId","name"],
  notNull: [],
  text: `
select s.picture, s.object_id as "objectId"
  from task t, variable v, lateral (
    select picture, object_id, started_at from task_step where task_id = t.id and run = t.fence order by id desc limit 1) s
 where t.id = $1 and t.state = 'waiting' and v.task_id = t.id and v.name = $2 and v.state = 'awaited'
   and v.awaited_at is not null`,
};
