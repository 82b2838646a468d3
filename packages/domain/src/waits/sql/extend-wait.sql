-- Gives a wait more time, and its task as much: the wait ends at the earliest after so many seconds from now, never sooner
-- than before; or the seconds are added to the time that is left. Locks the task, then its variable, by primary key, as whoever ends the task or supplies the value does, so that
-- an extension and a timeout cannot both win. Whoever watches the task is notified. A link gives more time so often at most. A tick takes a second at least, and the current one may end at once.
with held as materialized (
  select id, state from task where id = :taskId and account_id = :accountId for no key update
), wait as materialized (
  select task_id, name, state, deadline_tick from variable
   where task_id = (select id from held) and name = :name for no key update
), link as materialized (
  select extensions from answer_link where id = :linkId?::int for no key update
), extended as materialized (
  select w.*, greatest(w.deadline_tick, case when :added::bool then least(w.deadline_tick + s.n, c.tick + 1 + :longest::int)
                                             else c.tick + 1 + s.n end) as until, c.tick
    from wait w, (select tick from service_clock where id = 1) c, (select ceil(:seconds::float8)::int as n) s
   where (select state from held) = 'waiting' and w.state = 'awaited' and w.deadline_tick is not null
     and coalesce((select extensions from link), 0) < :linkExtensions
), changed as (
  update variable v set deadline_tick = e.until from extended e where v.task_id = e.task_id and v.name = e.name
), limited as (
  update task t set deadline_tick = greatest(t.deadline_tick + e.until - e.deadline_tick, e.until + 1)
    from extended e where t.id = e.task_id
), counted as (
  update answer_link set extensions = extensions + 1 where id = :linkId and exists (select from extended)
), notified as materialized (
  select pg_notify('gatepost_task', :accountId::int || ':' || task_id) from extended
)
select h.state, (select count(*) from notified) as "notified!", (select state from wait)::text as "variable?: awaited | supplied | taken",
       (select floor(extract(epoch from now()) + until - tick) from extended)::float8 as "expiresAt?",
       (select extensions from link) as "linkExtensions?"
  from held h
