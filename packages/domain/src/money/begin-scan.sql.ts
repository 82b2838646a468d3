// Made from begin-scan.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface BeginScanParams {
  dimension: string;
}

export interface BeginScanRow {
  id: number;
}

export const beginScanSql: Statement<BeginScanParams, BeginScanRow> = {
  name: "begin_scan",
  params: ["dimension"],
  notNull: ["id"],
  text: `
insert into reconciliation_scan (dimension)
select $1 where not exists (select 1 from reconciliation_scan where began_at > now() - interval '1 day')
returning id`,
};
