-- Writes down who has taken a task's page over; from then on the task may have submitted something. Locks the task under its fence, by
-- primary key: only the worker that has the task gives its page away, to one person at a time, and a worker that has lost it writes
-- nothing. Whoever watches the task is notified, and the account's endpoints get their events, with who it is; once, if a call whose
-- response was lost is repeated.
with held as materialized (
  select id, account_id, fence, recording from task
   where id = :taskId and fence = :fence and worker_id = :workerId and ended_at is null for no key update
), taken as (
  insert into task_control as c (task_id, fence, holder)
  select id, fence, :holder from held
      on conflict (task_id) do update set fence = excluded.fence, holder = excluded.holder, since = now()
   where (c.fence, c.holder) <> (excluded.fence, excluded.holder)
  returning task_id
), marked as (
  update task set may_submit = true where id = (select task_id from taken)
), announced as (
  insert into delivery (task_id, account_id, event, wait, endpoint_id)
  select h.id, h.account_id, 'control', 'taken over by ' || :name::text, p.id
    from held h, taken, lateral (
      select id from event_endpoint where account_id = h.account_id and 'control' = any(events) offset 0) p
   where not h.recording
), notified as materialized (
  select pg_notify('gatepost_task', account_id || ':' || id) from held where exists (select from taken)
)
select exists (select from held) as "held!", (select count(*) from notified) as "notified!"
