-- Sessions with held tasks of which none is open, so that one should be. Reads the partial index of held tasks.
select distinct h.session_id as "sessionId!"
  from task h
 where h.held
   and not exists (select from task o where o.session_id = h.session_id and o.ended_at is null and not o.held)
 limit 100
