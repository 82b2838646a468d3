-- The late variables of a task without their values. deadline is when its tick, or that of the task's time limit, will come if the database accepts writes
-- until then; words what the open wait asks with words of the site, encrypted. The template, of whose steps one waits for each variable, is
-- not read: decompressed for each of them, one of 228 KB made a task with 100 variables take 1.5 s.
select w.name, w.state, w.attempt, w.length, w.supplied_at as "suppliedAt", w.taken_at as "takenAt", w.awaited_at as "awaitedAt", wait_name(t.fence, w.awaited_at) as "wait?",
       case when w.deadline_tick is not null then
         now() + greatest(0, least(w.deadline_tick, t.deadline_tick) - (select tick from service_clock where id = 1)) * interval '1 second' end as "deadline?",
       w.prompt as "words?"
  from variable w
  join task t on t.id = w.task_id
 where w.task_id = :taskId order by w.name
