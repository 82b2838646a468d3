-- Accounts whose balance is not the sum of their ledger entries: of those that sum-entries.sql summed before, and of later ones, in the
-- snapshot of the balance. By the primary keys of account and ledger.
select coalesce(a.id, s.account_id) as "accountId!",
       coalesce(a.available || ' available, ' || a.held || ' held', 'no account') as "found!",
       l.available || ' available, ' || l.held || ' held' as "expected!"
  from (select id, available, held from account where id > :after and id <= :through) a
  full join json_to_recordset(:sums::json) as s(account_id int, entry_id bigint, available text, held text) on s.account_id = a.id,
       lateral (
         select coalesce(s.available::bigint, 0) + coalesce(sum(available), 0) as available, coalesce(s.held::bigint, 0) + coalesce(sum(held), 0) as held
           from ledger_entry where account_id = coalesce(a.id, s.account_id) and id > coalesce(s.entry_id, 0)) l
 where a.id is null or a.available <> l.available or a.held <> l.held
 limit :limit
