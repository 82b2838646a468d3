// Made from delete-ended-workers.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export type DeleteEndedWorkersParams = Record<never, never>;

export interface DeleteEndedWorkersRow {
  n: number;
}

export const deleteEndedWorkersSql: Statement<DeleteEndedWorkersParams, DeleteEndedWorkersRow> = {
  name: "delete_ended_workers",
  params: [],
  notNull: ["n"],
  text: `
with deleted as (
  delete from worker
   where id in (select w.id from worker w
                 where w.ended_at < now() - interval '1 day'
                   and not exists (select from task where worker_id = w.id) limit 100)
  returning 1
)
select count(*)::int as "n" from deleted`,
};
