// Made from is-migrated.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export type IsMigratedParams = Record<never, never>;

export interface IsMigratedRow {
  tick: number;
}

export const isMigratedSql: Statement<IsMigratedParams, IsMigratedRow> = {
  name: "is_migrated",
  params: [],
  notNull: ["tick"],
  text: `
select tick from service_clock where id = 1`,
};
