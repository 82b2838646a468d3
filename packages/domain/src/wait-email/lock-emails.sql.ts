// Made from lock-emails.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export type LockEmailsParams = Record<never, never>;

export interface LockEmailsRow {
  locked: boolean;
}

export const lockEmailsSql: Statement<LockEmailsParams, LockEmailsRow> = {
  name: "lock_emails",
  params: [],
  notNull: ["locked"],
  text: `
select pg_try_advisory_xact_lock(hashtextextended('gatepost emails', 0)) as "locked"`,
};
