// Made from delete-expired-sign-ins.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export type DeleteExpiredSignInsParams = Record<never, never>;

export interface DeleteExpiredSignInsRow {
  n: number;
}

export const deleteExpiredSignInsSql: Statement<DeleteExpiredSignInsParams, DeleteExpiredSignInsRow> = {
  name: "delete_expired_sign_ins",
  params: [],
  notNull: ["n"],
  text: `
with session as (
  delete from portal_session
   where id in (select id from portal_session where expires_at < now() - interval '1 hour' limit 1000 for update skip locked)
  returning 1
), verification as (
  delete from portal_verification
   where id in (select id from portal_verification where expires_at < now() - interval '1 hour' limit 1000 for update skip locked)
  returning 1
)
select ((select count(*) from session) + (select count(*) from verification))::int as "n"`,
};
