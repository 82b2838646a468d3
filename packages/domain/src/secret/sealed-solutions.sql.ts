// Made from sealed-solutions.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface SealedSolutionsParams {
  afterTaskId: bigint | number;
  limit: bigint | number;
}

export interface SealedSolutionsRow {
  taskId: number;
  accountId: number;
  name: string;
  sealed: Uint8Array;
}

export const sealedSolutionsSql: Statement<SealedSolutionsParams, SealedSolutionsRow> = {
  name: "sealed_solutions",
  params: ["afterTaskId","limit"],
  ids: ["taskId"],
  notNull: ["taskId","accountId","name","sealed"],
  text: `
select id as "taskId", account_id as "accountId", 'solution' as "name", solution as "sealed"
  from task where solution is not null and id > $1 order by id limit $2`,
};
