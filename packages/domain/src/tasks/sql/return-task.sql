-- Returns a task to the queue, if its worker still holds it. Locks the task, then its variables, by primary key.
with held as materialized (
  select id from task
   where id = :taskId and fence = :fence and worker_id = :workerId and ended_at is null and not may_submit
     and (:maxClaims?::int is null or attempts < :maxClaims)
     for no key update
)
select requeue_tasks(array(select id from held)) as "returned!"
