-- Removes who has taken a task's page over, by primary keys, with the same notifications as take-control.sql.
with back as (
  delete from task_control where task_id = :taskId and fence = :fence returning task_id
), freed as materialized (
  select id, account_id, recording from task
   where id = (select task_id from back) and fence = :fence and worker_id = :workerId
), announced as (
  insert into delivery (task_id, account_id, event, wait, endpoint_id)
  select f.id, f.account_id, 'control', 'handed back by ' || :name::text, p.id
    from freed f, lateral (
      select id from event_endpoint where account_id = f.account_id and 'control' = any(events) offset 0) p
   where not f.recording
)
select (select count(pg_notify('gatepost_task', account_id || ':' || id)) from freed) as "notified!"
