-- The late variables of a task without their values. deadline is when its tick, or that of the task's time limit, will come if the database accepts writes
-- until then; prompt, kind and options are those of the step that waits for the variable (wait_step), words what the open wait asks
-- with words of the site, encrypted.
select w.name, w.state, w.attempt, w.length, w.supplied_at as "suppliedAt", w.taken_at as "takenAt", w.awaited_at as "awaitedAt", wait_name(t.fence, w.awaited_at) as "wait?",
       case when w.deadline_tick is not null then
         now() + greatest(0, least(w.deadline_tick, t.deadline_tick) - (select tick from service_clock where id = 1)) * interval '1 second' end as "deadline?",
       coalesce(s.step #>> '{prompt,permanent}', s.step #>> '{prompt,text}') as "prompt?", w.prompt as "words?", s.step #>> '{kind,permanent}' as "kind?", s.step #> '{options,permanent}' as "options?"
  from variable w
  join task t on t.id = w.task_id
  join template_version v on v.id = t.template_version_id
  cross join lateral (select wait_step(v.document, t.step, t.step_path, w.name) as step) s
 where w.task_id = :taskId order by w.name
