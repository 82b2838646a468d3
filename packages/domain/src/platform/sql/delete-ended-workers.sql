-- Registrations that ended a day ago and that no task refers to.
delete from worker
 where id in (select w.id from worker w
               where w.ended_at < now() - interval '1 day'
                 and not exists (select from task where worker_id = w.id) limit 100)
returning 1 as "n!"
