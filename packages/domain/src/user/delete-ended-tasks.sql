-- Deletes ended tasks of an account, a thousand at most. Locks them in the order of their ids, by the account's index.
select delete_tasks(array(
  select id from task where account_id = :accountId and ended_at is not null order by id limit 1000 for update
)) as "deleted!"
