-- Stores what the entries of an account add up to at the end of a batch, if it has more than a batch sums, instead of what earlier scans
-- stored about the batch's entries. ledger-balances.sql starts there.
with earlier as (
  delete from ledger_sum
   where (account_id, entry_id) > (:afterAccount::int, :after::bigint) and (account_id, entry_id) < (:accountId::int, :entryId::bigint)
)
insert into ledger_sum (account_id, entry_id, available)
select account_id, entry_id, available::bigint from json_to_recordset(:sum::json) as s(account_id int, entry_id bigint, available text)
on conflict (account_id, entry_id) do update set available = excluded.available
