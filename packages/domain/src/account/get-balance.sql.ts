// Made from get-balance.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface GetBalanceParams {
  accountId: number;
}

export interface GetBalanceRow {
  available: bigint;
}

export const getBalanceSql: Statement<GetBalanceParams, GetBalanceRow> = {
  name: "get_balance",
  params: ["accountId"],
  notNull: ["available"],
  text: `
select available from account where id = $1`,
};
