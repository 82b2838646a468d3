-- Between which ids an account's entries of some days are: after one, up to another one; null if no sum of the reconciliation limits them. A
-- day is added on either side, because an entry has the time at which its transaction began. An entry that was written while the clock
-- was wrong limits none: the times of entries at other sums contradict its own. By primary keys.
select max(entry_id) filter (where at = latest and at < :begin?::timestamptz - interval '1 day') as "after?",
       min(entry_id) filter (where at = earliest and at >= :end?::timestamptz + interval '1 day') as "through?"
  from (
    select s.entry_id, e.at, max(e.at) over (order by s.entry_id) as latest,
           least(now(), min(e.at) over (order by s.entry_id desc)) as earliest
      from ledger_sum s join ledger_entry e on e.account_id = s.account_id and e.id = s.entry_id
     where s.account_id = :accountId) sum
