-- The account's tasks that wait for a value. By the partial index of tasks that a worker holds, because an account may have
-- millions of ended tasks.
select id as "taskId!"
  from task
 where account_id = :accountId and state = 'waiting' and worker_id is not null
 order by id
