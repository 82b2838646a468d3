// Made from sealed-values.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface SealedValuesParams {
  afterTaskId: bigint | number;
  afterName: string;
  limit: bigint | number;
}

export interface SealedValuesRow {
  taskId: number;
  accountId: number;
  name: string;
  sealed: Uint8Array;
}

export const sealedValuesSql: Statement<SealedValuesParams, SealedValuesRow> = {
  name: "sealed_values",
  params: ["afterTaskId","afterName","limit"],
  ids: ["taskId"],
  notNull: ["taskId","accountId","name","sealed"],
  text: `
select v.task_id as "taskId", t.account_id as "accountId", v.name, v.value as "sealed"
  from variable v join task t on t.id = v.task_id
 where v.value is not null and (v.task_id, v.name) > ($1, $2)
 order by v.task_id, v.name limit $3`,
};
