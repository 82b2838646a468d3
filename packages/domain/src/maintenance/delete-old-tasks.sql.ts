// Made from delete-old-tasks.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface DeleteOldTasksParams {
  recordSeconds: number;
}

export interface DeleteOldTasksRow {
  n: number;
}

export const deleteOldTasksSql: Statement<DeleteOldTasksParams, DeleteOldTasksRow> = {
  name: "delete_old_tasks",
  params: ["recordSeconds"],
  notNull: ["n"],
  text: `
select delete_tasks(array(
  select id from task where ended_at < now() - $1 * interval '1 second'
   order by ended_at limit 200 for update skip locked
)) as "n"`,
};
