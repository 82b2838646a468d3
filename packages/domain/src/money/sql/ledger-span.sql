-- Between which ids an account's entries of some days are: after one, up to another one; null if no sum of the reconciliation limits them. A
-- day is added on either side, because an entry has the time at which its transaction began. By primary keys.
select max(s.entry_id) filter (where e.at < :begin?::timestamptz - interval '1 day') as "after?",
       min(s.entry_id) filter (where e.at >= :end?::timestamptz + interval '1 day') as "through?"
  from ledger_sum s join ledger_entry e on e.account_id = s.account_id and e.id = s.entry_id
 where s.account_id = :accountId
