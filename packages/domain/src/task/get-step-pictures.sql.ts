// Made from get-step-pictures.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface GetStepPicturesParams {
  taskId: bigint | number;
  stepIds: readonly (bigint | number | null)[];
}

export interface GetStepPicturesRow {
  stepId: number;
  picture: Uint8Array;
  objectId: string | null;
}

export const getStepPicturesSql: Statement<GetStepPicturesParams, GetStepPicturesRow> = {
  name: "get_step_pictures",
  params: ["taskId","stepIds"],
  ids: ["stepId"],
  notNull: ["stepId","picture"],
  text: `
select id as "stepId", picture as "picture", object_id as "objectId" from task_step
 where task_id = $1 and id = any($2::bigint[]) and picture is not null`,
};
