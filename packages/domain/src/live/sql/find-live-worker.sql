-- Where a task of the account runs, by primary keys. address is null where its worker shows no live pages, and where no
-- worker has the task.
select t.ended_at is not null as "hasEnded!", w.id as "workerId?", w.live_address as "address?"
  from task t
  left join worker w on w.id = t.worker_id and w.ended_at is null
 where t.id = :taskId and t.account_id = :accountId
