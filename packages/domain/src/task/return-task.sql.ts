// Made from return-task.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface ReturnTaskParams {
  taskId: bigint | number;
  fence: number;
  workerId: number;
  maxClaims: number | null;
}

export interface ReturnTaskRow {
  returned: number;
}

export const returnTaskSql: Statement<ReturnTaskParams, ReturnTaskRow> = {
  name: "return_task",
  params: ["taskId","fence","workerId","maxClaims"],
  notNull: ["returned"],
  text: `
with held as materialized (
  select id from task
   where id = $1 and fence = $2 and worker_id = $3 and ended_at is null and not may_submit
     and ($4::int is null or attempts < $4)
     for no key update
)
select requeue_tasks(array(select id from held)) as "returned"`,
};
