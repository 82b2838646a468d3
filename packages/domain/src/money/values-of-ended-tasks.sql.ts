// Made from values-of-ended-tasks.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface ValuesOfEndedTasksParams {
  after: bigint | number;
  through: bigint | number;
  limit: bigint | number;
}

export interface ValuesOfEndedTasksRow {
  taskId: number;
  found: string;
  expected: string;
}

export const valuesOfEndedTasksSql: Statement<ValuesOfEndedTasksParams, ValuesOfEndedTasksRow> = {
  name: "values_of_ended_tasks",
  params: ["after","through","limit"],
  ids: ["taskId"],
  notNull: ["taskId","found","expected"],
  text: `
select v.task_id as "taskId", 'a value of ' || v.name as "found", 'none' as "expected"
  from variable v join task t on t.id = v.task_id
 where t.id > $1 and t.id <= $2 and t.ended_at is not null
   and (v.value is not null or v.fingerprint is not null or v.refused is not null)
 limit $3`,
};
