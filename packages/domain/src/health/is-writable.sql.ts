// Made from is-writable.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export type IsWritableParams = Record<never, never>;

export interface IsWritableRow {
  writable: boolean;
}

export const isWritableSql: Statement<IsWritableParams, IsWritableRow> = {
  name: "is_writable",
  params: [],
  notNull: ["writable"],
  text: `
select current_setting('transaction_read_only') = 'off' as "writable"`,
};
