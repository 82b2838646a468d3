// Made from list-sessions.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface ListSessionsParams {
  sessionSeconds: number;
  accountId: number;
  after: number | null;
  take: bigint | number;
}

export interface ListSessionsRow {
  id: number;
  name: string;
  createdAt: Date;
  savedAt: Date | null;
  site: string | null;
  size: number | null;
  problem: string | null;
  openTasks: number;
  taskId: bigint | null;
  expiresAt: Date;
}

export const listSessionsSql: Statement<ListSessionsParams, ListSessionsRow> = {
  name: "list_sessions",
  params: ["sessionSeconds","accountId","after","take"],
  notNull: ["id","name","createdAt","openTasks","expiresAt"],
  text: `
select id, name, created_at as "createdAt", saved_at as "savedAt", site, size, problem, open_session_tasks(id) as "openTasks",
       (select t.id from task t
         where t.session_id = task_session.id and t.ended_at is null and t.worker_id is distinct from 0) as "taskId",
       coalesce(saved_at, created_at) + $1 * interval '1 second' as "expiresAt"
  from task_session
 where account_id = $2 and ($3::int is null or id > $3)
 order by id limit $4`,
};
