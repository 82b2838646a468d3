-- The slots of the workers whose lease has not ended. The table has a few live rows.
select coalesce(sum(slots), 0)::int as "slots!", coalesce(sum(greatest(slots - busy, 0)), 0)::int as "idle!"
  from worker
 where ended_at is null and lease_tick > (select tick from service_clock where id = 1)
