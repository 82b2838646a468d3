// Made from sealed-given.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface SealedGivenParams {
  afterTaskId: bigint | number;
  limit: bigint | number;
}

export interface SealedGivenRow {
  taskId: number;
  accountId: number;
  name: string;
  sealed: Uint8Array;
}

export const sealedGivenSql: Statement<SealedGivenParams, SealedGivenRow> = {
  name: "sealed_given",
  params: ["afterTaskId","limit"],
  ids: ["taskId"],
  notNull: ["taskId","accountId","name","sealed"],
  text: `
select id as "taskId", account_id as "accountId", 'given' as "name", given as "sealed"
  from task where given is not null and id > $1 order by id limit $2`,
};
