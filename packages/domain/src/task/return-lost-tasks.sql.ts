// Made from return-lost-tasks.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface ReturnLostTasksParams {
  maxClaims: number;
}

export interface ReturnLostTasksRow {
  returned: number;
}

export const returnLostTasksSql: Statement<ReturnLostTasksParams, ReturnLostTasksRow> = {
  name: "return_lost_tasks",
  params: ["maxClaims"],
  notNull: ["returned"],
  text: `
with lost as materialized (
  select t.id from task t join worker w on w.id = t.worker_id
   where t.worker_id is not null and w.ended_at is not null and not t.may_submit and t.attempts < $1
   order by t.id limit 500 for no key update of t skip locked
)
select requeue_tasks(array(select id from lost)) as "returned"`,
};
