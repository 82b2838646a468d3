// Made from delete-ended-tasks.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface DeleteEndedTasksParams {
  accountId: number;
}

export interface DeleteEndedTasksRow {
  deleted: number;
}

export const deleteEndedTasksSql: Statement<DeleteEndedTasksParams, DeleteEndedTasksRow> = {
  name: "delete_ended_tasks",
  params: ["accountId"],
  notNull: ["deleted"],
  text: `
select delete_tasks(array(
  select id from task where account_id = $1 and ended_at is not null order by id limit 1000 for update
)) as "deleted"`,
};
