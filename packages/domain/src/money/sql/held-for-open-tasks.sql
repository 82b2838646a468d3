-- Accounts whose hold is not the price of their open tasks. Open tasks are found by the partial indexes of queued tasks
-- of held ones, and of those that a worker holds, because an account may have millions of ended tasks.
select a.id as "accountId!", a.held::text as "found!", coalesce(t.price, 0)::text as "expected!"
  from account a
  left join (select account_id, sum(price) as price
               from (select account_id, price from task where worker_id is null and ended_at is null and not held
                     union all
                     select account_id, price from task where held
                     union all
                     select account_id, price from task where worker_id is not null) open
              where account_id > :after and account_id <= :through group by account_id) t
    on t.account_id = a.id
 where a.id > :after and a.id <= :through and a.held <> coalesce(t.price, 0)
 limit :limit
