-- Returns tasks of lost workers to the queue. Reads the partial index task_held, which contains only tasks that run or
-- wait. Locks the tasks in the order of their ids, then their variables.
with lost as materialized (
  select t.id from task t join worker w on w.id = t.worker_id
   where t.worker_id is not null and w.ended_at is not null and not t.may_submit and t.attempts < :maxClaims
   order by t.id limit 500 for no key update of t skip locked
)
select requeue_tasks(array(select id from lost)) as "returned!"
