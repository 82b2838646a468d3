-- Records the steps that tasks have begun, if their worker still holds them: adds them to the timeline, in which a step
-- ends where the next one begins, so that most rows are written once, with their pictures; and writes the present step into the
-- task's row, with whether it may submit something. A task that waited is running again. step is null where recorded steps only
-- get their pictures: the task may wait, and its row stays as it is. Locks the tasks in the order of their ids, by
-- primary key. A batch has each task once. To PostgreSQL, = any(array[x]) means = x, except that it rules out a plan that
-- reads the whole table and merges, which a connection would keep if it planned this while the table was nearly empty.
with held as materialized (
  select t.id, i.step, i.path, i.may_submit
    from (select * from json_to_recordset(:begins::json) as i(task_id bigint, fence int, worker_id int, step int, path text[], may_submit bool)
           order by task_id) i,
         lateral (select id, fence, worker_id, ended_at from task where id = i.task_id limit 1 for no key update) t
   where t.fence = i.fence and t.worker_id = i.worker_id and t.ended_at is null
), present as (
  update task t set step = h.step, step_path = h.path, may_submit = t.may_submit or h.may_submit, state = 'running'
    from held h where t.id = any(array[h.id]) and h.step is not null
)
select id as "taskId!",
       (select add_steps(array_agg(row(s.id, s.task_id, s.step, s.path, s.type, s.ms, s.picture, s.earlier)::begun_step))::text
          from held h join json_to_recordset(:steps::json) as s(id bigint, task_id bigint, step int, path text[], type text, ms float8, picture bytea, earlier json)
            on s.task_id = h.id
        having count(*) > 0) as "begun?"
  from held
