-- Records the steps that tasks have begun, if their worker still holds them: adds them to the timeline, in which a step
-- ends where the next one begins, so that its rows are written once, with their pictures; and writes the present step into the task's row, with
-- whether it may submit something. A task that waited is running again. Locks the tasks in the order of their ids, by
-- primary key. A batch has each task once. To PostgreSQL, = any(array[x]) means = x, except that it rules out a plan that
-- reads the whole table and merges, which a connection would keep if it planned this while the table was nearly empty.
with held as materialized (
  select t.id, t.fence, t.template_version_id, i.step, i.path, i.may_submit
    from (select * from json_to_recordset(:begins::json) as i(task_id bigint, fence int, worker_id int, step int, path text[], may_submit bool)
           order by task_id) i,
         lateral (select id, fence, worker_id, ended_at, template_version_id from task where id = i.task_id limit 1
                     for no key update) t
   where t.fence = i.fence and t.worker_id = i.worker_id and t.ended_at is null
), begun as (
  insert into task_step (task_id, run, number, path, type, started_at, picture)
  select h.id, h.fence, s.step, s.path, coalesce(
           (select document -> 'steps' #>> (coalesce(s.path, array[(s.step - 1)::text]) || 'type'::text)
              from template_version where id = h.template_version_id), ''),
         now() - s.ms * interval '1 millisecond', s.picture
    from held h join json_to_recordset(:steps::json) as s(n int, task_id bigint, step int, path text[], ms float8, picture bytea)
      on s.task_id = h.id
   order by s.n
  returning task_id, id, picture is not null as is_pictured
)
update task t set step = h.step, step_path = h.path, may_submit = t.may_submit or h.may_submit, state = 'running'
  from held h where t.id = any(array[h.id])
returning t.id as "taskId", array(select id::float8 from begun where task_id = t.id and is_pictured order by id) as "picturedIds!"
