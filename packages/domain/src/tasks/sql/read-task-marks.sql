-- A text for each task that changes whenever something that its page shows does: its state, a step, a picture of one of its
-- last steps, a note, a value that it waits for or that was pushed. By primary keys; of the steps the last fifty are read.
select t.id as "id",
       concat_ws(' ', t.state, t.fence, t.step, t.step_path, t.ended_at, s.latest, s.pictures, s.notes, v.states) as "mark!"
  from task t,
       lateral (select max(id) as latest, count(picture) as pictures, sum(length(note)) as notes
                  from (select id, picture, note from task_step where task_id = t.id order by id desc limit 50) latest) s,
       lateral (select string_agg(concat_ws(' ', state, attempt, awaited_at, deadline_tick, supplied_at), ',' order by name) as states
                  from variable where task_id = t.id) v
 where t.id = any(:ids::bigint[])
