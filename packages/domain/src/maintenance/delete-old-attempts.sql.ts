// Made from delete-old-attempts.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export type DeleteOldAttemptsParams = Record<never, never>;

export interface DeleteOldAttemptsRow {
  n: number;
}

export const deleteOldAttemptsSql: Statement<DeleteOldAttemptsParams, DeleteOldAttemptsRow> = {
  name: "delete_old_attempts",
  params: [],
  notNull: ["n"],
  text: `
with deleted as (
  delete from portal_rate_limit
   where id in (select id from portal_rate_limit where last_request < extract(epoch from now() - interval '1 day') * 1000 limit 1000 for update skip locked)
  returning 1
)
select count(*)::int as "n" from deleted`,
};
