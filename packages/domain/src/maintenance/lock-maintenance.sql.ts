// Made from lock-maintenance.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export type LockMaintenanceParams = Record<never, never>;

export interface LockMaintenanceRow {
  locked: boolean;
}

export const lockMaintenanceSql: Statement<LockMaintenanceParams, LockMaintenanceRow> = {
  name: "lock_maintenance",
  params: [],
  notNull: ["locked"],
  text: `
select pg_try_advisory_xact_lock(hashtextextended('gatepost maintenance', 0)) as "locked"`,
};
