// Made from delete-expired-sessions.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export type DeleteExpiredSessionsParams = Record<never, never>;

export interface DeleteExpiredSessionsRow {
  n: number;
}

export const deleteExpiredSessionsSql: Statement<DeleteExpiredSessionsParams, DeleteExpiredSessionsRow> = {
  name: "delete_expired_sessions",
  params: [],
  notNull: ["n"],
  text: `
with deleted as (
  delete from portal_session
   where id in (select id from portal_session where expires_at < now() - interval '1 hour' limit 1000 for update skip locked)
  returning 1
)
select count(*)::int as "n" from deleted`,
};
