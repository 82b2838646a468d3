// Made from forget-scans.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export type ForgetScansParams = Record<never, never>;

export interface ForgetScansRow {
  n: number;
}

export const forgetScansSql: Statement<ForgetScansParams, ForgetScansRow> = {
  name: "forget_scans",
  params: [],
  notNull: ["n"],
  text: `
with deleted as (
  delete from book_check
   where began_at < now() - interval '90 days' and id < (select max(id) from book_check)
  returning 1
)
select count(*)::int as "n" from deleted`,
};
