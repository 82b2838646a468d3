-- Advances the clock if it is still at the tick that this process has seen for a second. The clock's row lock lets one
-- process do it; the others, which waited for the lock, find a newer tick. Fails on a server that accepts no writes,
-- whatever tick was seen.
--
-- emailsDue: whether waits are to be announced, reports planned or emails sent, by the partial indexes wait_notice_due,
-- report_subscription_due and delivery_email_due.
-- recoverable: whether the process that advanced the clock has workers to end or tasks to take over (keep-recovering.ts).
with advanced as (
  update service_clock set tick = tick + 1 where id = 1 and tick = :seen?::int returning tick
), clock as materialized (
  select coalesce((select tick from advanced), (select tick from service_clock where id = 1)) as tick,
         exists (select from advanced) as advanced
)
select c.tick as "tick!", c.advanced as "advanced!",
       exists (select from worker where ended_at is null and lease_tick > c.tick) as "workers!",
       c.advanced and (
         exists (select from worker where ended_at is null and lease_tick <= c.tick) or
         exists (select from worker w, lateral (select from task where worker_id = w.id limit 1) held
                  where w.ended_at is not null)) as "recoverable!",
       coalesce((select true from wait_notice where next_at <= now() limit 1),
                (select true from report_subscription where next_at <= now() limit 1),
                (select true from delivery where next_at <= now() and channel <> 'webhook' limit 1), false) as "emailsDue!"
  from clock c
