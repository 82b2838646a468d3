// Made from get-step-picture.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface GetStepPictureParams {
  taskId: bigint | number;
  accountId: number;
  stepId: bigint | number;
  pictureSeconds: number;
}

export interface GetStepPictureRow {
  picture: Uint8Array | null;
  objectId: string | null;
}

export const getStepPictureSql: Statement<GetStepPictureParams, GetStepPictureRow> = {
  name: "get_step_picture",
  params: ["taskId","accountId","stepId","pictureSeconds"],
  notNull: [],
  text: `
select s.picture, s.object_id as "objectId"
  from task t join task_step s on s.task_id = t.id
 where t.id = $1 and t.account_id = $2 and s.id = $3
   and (t.ended_at is null or t.ended_at > now() - $4::float8 * interval '1 second')`,
};
