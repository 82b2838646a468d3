// Made from delete-old-sessions.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface DeleteOldSessionsParams {
  sessionSeconds: number;
}

export interface DeleteOldSessionsRow {
  n: number;
}

export const deleteOldSessionsSql: Statement<DeleteOldSessionsParams, DeleteOldSessionsRow> = {
  name: "delete_old_sessions",
  params: ["sessionSeconds"],
  notNull: ["n"],
  text: `
with deleted as (
  delete from task_session
   where id in (select id from task_session
                 where coalesce(saved_at, created_at) < now() - $1 * interval '1 second'
                   and open_session_tasks(id) = 0 limit 100)
  returning 1
)
select count(*)::int as "n" from deleted`,
};
