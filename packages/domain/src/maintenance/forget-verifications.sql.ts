// Made from forget-verifications.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export type ForgetVerificationsParams = Record<never, never>;

export interface ForgetVerificationsRow {
  n: number;
}

export const forgetVerificationsSql: Statement<ForgetVerificationsParams, ForgetVerificationsRow> = {
  name: "forget_verifications",
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
