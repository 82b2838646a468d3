// Made from delete-old-scans.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export type DeleteOldScansParams = Record<never, never>;

export interface DeleteOldScansRow {
  n: number;
}

export const deleteOldScansSql: Statement<DeleteOldScansParams, DeleteOldScansRow> = {
  name: "delete_old_scans",
  params: [],
  notNull: ["n"],
  text: `
with deleted as (
  delete from reconciliation_scan
   where began_at < now() - interval '90 days' and id < (select max(id) from reconciliation_scan)
  returning 1
)
select count(*)::int as "n" from deleted`,
};
