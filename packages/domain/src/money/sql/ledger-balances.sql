-- What an account could spend after each of some of its entries. Reads the entries that are as new as the oldest of them,
-- because the account's present balance is the only one that is stored: a page of the latest entries costs a page.
select id, balance as "balance!"
  from (select id, ((select available from account where id = :accountId)
                   - sum(available) over (order by id desc) + available)::bigint as balance
          from ledger_entry
         where account_id = :accountId and id >= (select min(one) from unnest(:entryIds::bigint[]) as one)) newer
 where id = any(:entryIds::bigint[])
