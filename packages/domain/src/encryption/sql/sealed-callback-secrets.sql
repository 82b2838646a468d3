-- Callback secrets, in the order of the primary key.
select account_id as "accountId", 0 as "taskId!", 'callback secret' as "name!", secret as "sealed!"
  from callback_secret where account_id > :afterAccountId order by account_id limit :limit
