// Made from sealed-pictures.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface SealedPicturesParams {
  afterTaskId: bigint | number;
  afterStepId: bigint | number;
  limit: bigint | number;
}

export interface SealedPicturesRow {
  stepId: number;
  taskId: number;
  accountId: number;
  name: string;
  sealed: Uint8Array;
}

export const sealedPicturesSql: Statement<SealedPicturesParams, SealedPicturesRow> = {
  name: "sealed_pictures",
  params: ["afterTaskId","afterStepId","limit"],
  ids: ["stepId","taskId"],
  notNull: ["stepId","taskId","accountId","name","sealed"],
  text: `
select s.id as "stepId", s.task_id as "taskId", t.account_id as "accountId", 'picture' as "name", s.picture as "sealed"
  from task_step s join task t on t.id = s.task_id
 where s.picture is not null and (s.task_id, s.id) > ($1, $2) order by s.task_id, s.id limit $3`,
};
