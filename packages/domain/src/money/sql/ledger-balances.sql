-- What an account could spend after each of some of its entries: the next balance that is known, without the entries up to there. Known
-- are the present one, and sums that the reconciliation stores. Entries before the same one are read once, by the primary key, so that a
-- page costs itself and at most what lies between two sums.
select e.id as "id!", e.balance as "balance!"
  from (select known.entry_id, known.available, min(asked.id) as first
          from unnest(:entryIds::bigint[]) as asked(id), lateral (
            select * from (
              (select entry_id, available from ledger_sum where account_id = :accountId and entry_id >= asked.id order by entry_id limit 1)
              union all
              select null, available from account where id = :accountId) one
             order by entry_id limit 1) known
         group by 1, 2) known, lateral (
    select id, (known.available - sum(available) over (order by id desc) + available)::bigint as balance
      from ledger_entry
     where account_id = :accountId and id >= known.first and id <= coalesce(known.entry_id, 9223372036854775807)) e
 where e.id = any(:entryIds::bigint[])
