-- Sessions with held tasks of which none is open, so that one should be. Reads the partial index of tasks with a worker_id, of
-- which the held ones have 0.
select distinct h.session_id as "sessionId!"
  from task h
 where h.worker_id = 0
   and not exists (select from task o
                    where o.session_id = h.session_id and o.ended_at is null and o.worker_id is distinct from 0)
 limit 100
