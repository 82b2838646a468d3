-- Ends a wait whose value nobody gave, because a person has done on the page what it was for. Locks the task, then its variable,
-- by primary keys. Not left: its value came meanwhile, and is taken.
with held as materialized (
  select id, account_id from task
   where id = :taskId and fence = :fence and worker_id = :workerId and ended_at is null for no key update
), left_open as (
  update variable set awaited_at = null, deadline_tick = null
   where task_id = (select id from held) and name = :name and state = 'awaited'
  returning task_id
), running as (
  update task set state = 'running' where id = (select task_id from left_open)
), notified as materialized (
  select pg_notify('gatepost_task', account_id || ':' || id) from held where exists (select from left_open)
)
select exists (select from held) as "held!", exists (select from left_open) as "left!",
       (select count(*) from notified) as "notified!"
