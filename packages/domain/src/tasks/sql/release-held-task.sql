-- Lets the oldest held task of a session into the queue, where its time begins, unless another task of the session is open.
-- Of several processes at once, the partial unique index task_session_open lets one succeed. Finds both by partial indexes.
with released as (
  update task set held = false, queued_at = now(), queued_tick = (select tick from service_clock where id = 1)
   where id = (select id from task where session_id = :sessionId and held order by created_at, id limit 1)
     and held
     and not exists (select from task
                      where session_id = :sessionId and ended_at is null and not held)
  returning 1
), notified as materialized (
  select pg_notify('gatepost_queued', '') where exists (select from released)
)
select (select count(*) from released)::int as "released!", (select count(*) from notified) as "notified!"
