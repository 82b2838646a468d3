// Made from save-session.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface SaveSessionParams {
  state: Uint8Array | null;
  size: number | null;
  problem: string | null;
  sessionId: number;
  taskId: bigint | number;
  fence: number;
  workerId: number;
}

export interface SaveSessionRow {
  saved: number;
}

export const saveSessionSql: Statement<SaveSessionParams, SaveSessionRow> = {
  name: "save_session",
  params: ["state","size","problem","sessionId","taskId","fence","workerId"],
  notNull: ["saved"],
  text: `
with saved as (
  update task_session s
     set state = coalesce($1, s.state), size = coalesce($2, s.size), problem = $3,
         saved_at = case when $1::bytea is null then s.saved_at else now() end,
         site = case when $1::bytea is null then s.site
                     else substring(lower(t.website_url) from '^[^/]+//([[][^]]+[]]|[^/:?#]+)') end
    from task t
   where s.id = $4 and t.id = $5 and t.session_id = s.id and t.account_id = s.account_id
     and t.fence = $6 and t.worker_id = $7 and t.ended_at is null
  returning 1
)
select count(*)::int as "saved" from saved`,
};
