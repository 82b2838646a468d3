// Made from lock-name.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface LockNameParams {
  name: string;
}

export interface LockNameRow {
  locked: string;
}

export const lockNameSql: Statement<LockNameParams, LockNameRow> = {
  name: "lock_name",
  params: ["name"],
  notNull: ["locked"],
  text: `
select pg_advisory_xact_lock(hashtextextended('template ' || $1, 0))::text as "locked"`,
};
