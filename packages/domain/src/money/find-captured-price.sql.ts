// Made from find-captured-price.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface FindCapturedPriceParams {
  taskId: bigint | number;
}

export interface FindCapturedPriceRow {
  accountId: number;
  amount: bigint;
  isRefunded: boolean;
}

export const findCapturedPriceSql: Statement<FindCapturedPriceParams, FindCapturedPriceRow> = {
  name: "find_captured_price",
  params: ["taskId"],
  notNull: ["accountId","amount","isRefunded"],
  text: `
select account_id as "accountId", platform as amount,
       exists (select from ledger_entry where task_id = $1 and kind = 'refund') as "isRefunded"
  from ledger_entry
 where task_id = $1 and kind = 'capture'`,
};
