-- Deletes at most a thousand ended tasks of an account. Locks them in the order of their ids, by the account's index.
select delete_tasks(array(
  select id from task where account_id = :accountId and ended_at is not null order by id limit 1000 for update
)) as "deleted!"
