-- The late variables of a task without their values. deadline is when its tick will come if the database accepts writes
-- until then.
select name, state, attempt, length, supplied_at as "suppliedAt", taken_at as "takenAt", awaited_at as "awaitedAt",
       case when deadline_tick is not null then
         now() + greatest(0, deadline_tick - (select tick from service_clock where id = 1)) * interval '1 second' end as "deadline?"
  from variable where task_id = :taskId order by name
