// Made from take-demo-task-ids.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface TakeDemoTaskIdsParams {
  blocks: number;
}

export interface TakeDemoTaskIdsRow {
  id: number;
}

export const takeDemoTaskIdsSql: Statement<TakeDemoTaskIdsParams, TakeDemoTaskIdsRow> = {
  name: "take_demo_task_ids",
  params: ["blocks"],
  notNull: ["id"],
  text: `
select (first + n)::float8 as "id"
  from (select nextval('task_id_block') as first from generate_series(1, $1::int)) block, generate_series(0, 999) n`,
};
