-- Like heartbeat.sql, and renews a worker's lease in the same commit. It is a statement of its own because the web
-- server may not change leases.
-- held: the tasks that the worker holds, from the partial index task_held.
with advanced as (
  update service_clock set tick = tick + 1 where id = 1 and tick = :seen?::int returning tick
), clock as materialized (
  select coalesce((select tick from advanced), (select tick from service_clock where id = 1)) as tick,
         exists (select from advanced) as advanced
), renewed as (
  update worker set busy = :busy, lease_tick = (select tick from clock) + :leaseTicks
   where id = :workerId and ended_at is null
  returning id
)
select c.tick as "tick!", c.advanced as "advanced!",
       exists (select from worker where ended_at is null and lease_tick > c.tick) as "workers!",
       exists (select from renewed) as "registered!",
       held.ids as "heldIds!", held.account_ids as "heldAccountIds!", held.fences as "heldFences!", held.submitting as "heldSubmitting!"
  from clock c,
       (select coalesce(array_agg(id::float8), '{}') as ids, coalesce(array_agg(account_id), '{}') as account_ids,
               coalesce(array_agg(fence), '{}') as fences, coalesce(array_agg(may_submit), '{}') as submitting
          from task where worker_id = :workerId) held
