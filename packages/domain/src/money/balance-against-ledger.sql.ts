// Made from balance-against-ledger.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface BalanceAgainstLedgerParams {
  after: number;
  through: number;
  limit: bigint | number;
}

export interface BalanceAgainstLedgerRow {
  accountId: number;
  found: string;
  expected: string;
}

export const balanceAgainstLedgerSql: Statement<BalanceAgainstLedgerParams, BalanceAgainstLedgerRow> = {
  name: "balance_against_ledger",
  params: ["after","through","limit"],
  notNull: ["accountId","found","expected"],
  text: `
select coalesce(a.id, l.account_id) as "accountId",
       coalesce(a.available || ' available, ' || a.held || ' held', 'no account') as "found",
       coalesce(l.available, 0) || ' available, ' || coalesce(l.held, 0) || ' held' as "expected"
  from (select id, available, held from account where id > $1 and id <= $2) a
  full join (select account_id, sum(available) as available, sum(held) as held
               from ledger_entry where account_id > $1 and account_id <= $2
              group by account_id) l on l.account_id = a.id
 where a.id is null or a.available <> coalesce(l.available, 0) or a.held <> coalesce(l.held, 0)
 limit $3`,
};
