// Made from next-accounts.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface NextAccountsParams {
  size: bigint | number;
  after: number;
}

export interface NextAccountsRow {
  through: number | null;
  isFull: boolean;
}

export const nextAccountsSql: Statement<NextAccountsParams, NextAccountsRow> = {
  name: "next_accounts",
  params: ["size","after"],
  notNull: ["isFull"],
  text: `
select max(id) as through, count(*) = $1 as "isFull"
  from (select id from account where id > $2 order by id limit $1) next`,
};
