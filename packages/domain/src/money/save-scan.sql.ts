// Made from save-scan.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface SaveScanParams {
  dimension: string;
  place: bigint | number;
  differences: unknown;
  isEnded: boolean;
  id: number;
}

export type SaveScanRow = Record<never, never>;

export const saveScanSql: Statement<SaveScanParams, SaveScanRow> = {
  name: "save_scan",
  params: ["dimension","place","differences","isEnded","id"],
  encoded: {"differences":[]},
  notNull: [],
  text: `
update reconciliation_scan
   set dimension = $1, place = $2, differences = $3::jsonb,
       ended_at = case when $4::boolean then clock_timestamp() end
 where id = $5`,
};
