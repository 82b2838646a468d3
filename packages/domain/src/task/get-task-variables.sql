-- The late variables of a task without their values. deadline is when its tick will come if the database accepts writes
-- until then; prompt, kind and options are those of the first step that waits for the variable, words what the open wait asks with words of the
-- site, encrypted.
select w.name, w.state, w.attempt, w.length, w.supplied_at as "suppliedAt", w.taken_at as "takenAt", w.awaited_at as "awaitedAt",
       case when w.deadline_tick is not null then
         now() + greatest(0, w.deadline_tick - (select tick from service_clock where id = 1)) * interval '1 second' end as "deadline?",
       jsonb_path_query_first(
         v.document, 'strict $.steps.** ? (@.type == "WAIT_FOR_VARIABLE_VALUE" && @.name.permanent == $name).prompt.*',
         jsonb_build_object('name', w.name)) #>> '{}' as "prompt?",
       w.prompt as "words?", s.step #>> '{kind,permanent}' as "kind?", s.step #> '{options,permanent}' as "options?"
  from variable w
  join task t on t.id = w.task_id
  join template_version v on v.id = t.template_version_id
  cross join lateral (
    select jsonb_path_query_first(
             v.document, 'strict $.steps.** ? (@.type == "WAIT_FOR_VARIABLE_VALUE" && @.name.permanent == $name)',
             jsonb_build_object('name', w.name)) as step) s
 where w.task_id = :taskId order by w.name
