// Made from next-tasks.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface NextTasksParams {
  size: bigint | number;
  after: bigint | number;
}

export interface NextTasksRow {
  through: number | null;
  isFull: boolean;
}

export const nextTasksSql: Statement<NextTasksParams, NextTasksRow> = {
  name: "next_tasks",
  params: ["size","after"],
  notNull: ["isFull"],
  text: `
select max(task_id)::float8 as through, count(*) = $1 as "isFull"
  from (select task_id from ledger_entry where kind = 'hold' and task_id > $2 order by task_id limit $1) next`,
};
