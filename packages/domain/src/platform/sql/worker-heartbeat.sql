-- Like heartbeat.sql, and renews a worker's lease in the same commit. It is a statement of its own because the web
-- server may not change leases.
--
-- assigned: the tasks that are assigned to the worker, from the partial index task_held. waiting: whether it waits for a value
-- whose time is not over.
-- queued: whether any task is queued, from the partial index task_queue.
-- due: whether any callback is due, from account to account by the partial index delivery_due.
with recursive advanced as (
  update service_clock set tick = tick + 1 where id = 1 and tick = :seen?::int returning tick
), clock as materialized (
  select coalesce((select tick from advanced), (select tick from service_clock where id = 1)) as tick,
         exists (select from advanced) as advanced
), renewed as (
  update worker set busy = :busy, lease_tick = (select tick from clock) + :leaseTicks
   where id = :workerId and ended_at is null
  returning id
), owner (id) as (
  select min(account_id) from delivery where channel = 'webhook' and next_at is not null
  union all
  select (select min(account_id) from delivery where channel = 'webhook' and next_at is not null and account_id > owner.id)
    from owner where id is not null
)
select c.tick as "tick!", c.advanced as "advanced!",
       exists (select from worker where ended_at is null and lease_tick > c.tick) as "workers!",
       c.advanced and (
         exists (select from worker where ended_at is null and lease_tick <= c.tick) or
         exists (select from worker w, lateral (select from task where worker_id = w.id limit 1) held
                  where w.ended_at is not null)) as "recoverable!",
       exists (select from renewed) as "registered!",
       coalesce((select true from task where worker_id is null and ended_at is null and not held
                  order by price desc limit 1), false) as "queued!",
       exists (select from owner, lateral (
                 select from delivery where channel = 'webhook' and account_id = owner.id and next_at <= now() limit 1) one) as "due!",
       assigned.ids as "assignedIds!", assigned.account_ids as "assignedAccountIds!", assigned.fences as "assignedFences!",
       assigned.submitting as "assignedSubmitting!", assigned.waiting as "assignedWaiting!"
  from clock c,
       lateral (
         select coalesce(array_agg(id::float8), '{}') as ids, coalesce(array_agg(account_id), '{}') as account_ids,
                coalesce(array_agg(fence), '{}') as fences, coalesce(array_agg(may_submit), '{}') as submitting,
                coalesce(array_agg(state = 'waiting' and (
                  select bool_and(deadline_tick > c.tick) from variable where task_id = task.id and state = 'awaited') is true), '{}') as waiting
           from task where worker_id = :workerId) assigned
