// Made from clock.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export type ClockParams = Record<never, never>;

export interface ClockRow {
  now: Date;
}

export const clockSql: Statement<ClockParams, ClockRow> = {
  name: "clock",
  params: [],
  notNull: ["now"],
  text: `
select now() as "now"`,
};
