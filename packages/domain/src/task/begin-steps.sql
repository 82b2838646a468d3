-- Begins a step of each task that its worker still holds: ends the open step of the timeline, opens the next one, and
-- records in the task's row whether the step may submit something. A task that waited is running again. Locks the tasks
-- in the order of their ids, by primary key; the timeline's open step by its index. To PostgreSQL, = any(array[x])
-- means = x, except that it rules out a plan that reads the whole table and merges, which a connection would keep if it
-- planned this while the table was nearly empty.
with held as materialized (
  select t.id, t.fence, t.template_version_id, i.step, i.may_submit
    from (select * from json_to_recordset(:begins::json) as i(task_id bigint, fence int, worker_id int, step int, may_submit bool)
           order by task_id) i,
         lateral (select id, fence, worker_id, ended_at, template_version_id from task where id = i.task_id limit 1
                     for no key update) t
   where t.fence = i.fence and t.worker_id = i.worker_id and t.ended_at is null
), ended as (
  update task_step s set ended_at = now(), outcome = 'done'
    from held h where s.task_id = any(array[h.id]) and s.ended_at is null
), started as (
  insert into task_step (task_id, run, number, type)
  select id, fence, step, coalesce(
           (select document -> 'steps' -> (step - 1) ->> 'type' from template_version where id = template_version_id), '')
    from held
)
update task t set step = h.step, may_submit = t.may_submit or h.may_submit, state = 'running'
  from held h where t.id = any(array[h.id])
returning t.id as "taskId"
