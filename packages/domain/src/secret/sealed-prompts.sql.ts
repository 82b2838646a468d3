// Made from sealed-prompts.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface SealedPromptsParams {
  afterTaskId: bigint | number;
  afterVariable: string;
  limit: bigint | number;
}

export interface SealedPromptsRow {
  taskId: number;
  accountId: number;
  variable: string;
  name: string;
  sealed: Uint8Array;
}

export const sealedPromptsSql: Statement<SealedPromptsParams, SealedPromptsRow> = {
  name: "sealed_prompts",
  params: ["afterTaskId","afterVariable","limit"],
  ids: ["taskId"],
  notNull: ["taskId","accountId","variable","name","sealed"],
  text: `
select v.task_id as "taskId", t.account_id as "accountId", v.name as "variable", 'prompt of ' || v.name as "name",
       v.prompt as "sealed"
  from variable v join task t on t.id = v.task_id
 where v.prompt is not null and (v.task_id, v.name) > ($1, $2)
 order by v.task_id, v.name limit $3`,
};
