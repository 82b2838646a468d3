// Made from ledger-balances.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface LedgerBalancesParams {
  accountId: number;
  entryIds: readonly (bigint | number | null)[];
}

export interface LedgerBalancesRow {
  id: number;
  balance: bigint;
}

export const ledgerBalancesSql: Statement<LedgerBalancesParams, LedgerBalancesRow> = {
  name: "ledger_balances",
  params: ["accountId","entryIds"],
  ids: ["id"],
  notNull: ["id","balance"],
  text: `
select id, balance as "balance"
  from (select id, ((select available from account where id = $1)
                   - sum(available) over (order by id desc) + available)::bigint as balance
          from ledger_entry
         where account_id = $1 and id >= (select min(one) from unnest($2::bigint[]) as one)) newer
 where id = any($2::bigint[])`,
};
