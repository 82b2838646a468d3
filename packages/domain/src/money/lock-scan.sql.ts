// Made from lock-scan.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export type LockScanParams = Record<never, never>;

export interface LockScanRow {
  locked: boolean;
}

export const lockScanSql: Statement<LockScanParams, LockScanRow> = {
  name: "lock_scan",
  params: [],
  notNull: ["locked"],
  text: `
select pg_try_advisory_xact_lock(hashtextextended('gatepost reconciliation', 0)) as "locked"`,
};
