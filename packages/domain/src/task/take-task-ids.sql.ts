// Made from take-task-ids.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export type TakeTaskIdsParams = Record<never, never>;

export interface TakeTaskIdsRow {
  first: number;
}

export const takeTaskIdsSql: Statement<TakeTaskIdsParams, TakeTaskIdsRow> = {
  name: "take_task_ids",
  params: [],
  notNull: ["first"],
  text: `
select nextval('task_id_block')::float8 as "first"`,
};
