-- Accounts whose balance is not the sum of their ledger entries, by the primary key and the ledger's index by account.
select coalesce(a.id, l.account_id) as "accountId!",
       coalesce(a.available || ' available, ' || a.held || ' held', 'no account') as "found!",
       coalesce(l.available, 0) || ' available, ' || coalesce(l.held, 0) || ' held' as "expected!"
  from (select id, available, held from account where id > :after and id <= :through) a
  full join (select account_id, sum(available) as available, sum(held) as held
               from ledger_entry where account_id > :after and account_id <= :through
              group by account_id) l on l.account_id = a.id
 where a.id is null or a.available <> coalesce(l.available, 0) or a.held <> coalesce(l.held, 0)
 limit :limit
