// Made from delete-expired-verifications.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export type DeleteExpiredVerificationsParams = Record<never, never>;

export interface DeleteExpiredVerificationsRow {
  n: number;
}

export const deleteExpiredVerificationsSql: Statement<DeleteExpiredVerificationsParams, DeleteExpiredVerificationsRow> = {
  name: "delete_expired_verifications",
  params: [],
  notNull: ["n"],
  text: `
with deleted as (
  delete from portal_verification
   where id in (select id from portal_verification where expires_at < now() - interval '1 hour' limit 1000 for update skip locked)
  returning 1
)
select count(*)::int as "n" from deleted`,
};
