-- Begins a step of each task that its worker still holds: ends the open step of the timeline, opens the next one, and says in
-- the task's row whether the step may submit something. A task that waited is running again. Locks the tasks in the order
-- of their ids, by primary key; the timeline's open step by its index.
with held as materialized (
  select t.*, i.step, i.may_submit
    from (select * from json_to_recordset(:begins::json) as i(task_id bigint, fence int, worker_id int, step int, may_submit bool)
           order by task_id) i,
         lateral (select id, fence, template_version_id from task
                   where id = i.task_id and fence = i.fence and worker_id = i.worker_id and ended_at is null
                     for no key update) t
), ended as (
  update task_step s set ended_at = now(), outcome = 'done'
    from held h where s.task_id = h.id and s.ended_at is null
), started as (
  insert into task_step (task_id, run, number, type)
  select id, fence, step, coalesce(
           (select document -> 'steps' -> (step - 1) ->> 'type' from template_version where id = template_version_id), '')
    from held
)
update task t set step = h.step, may_submit = t.may_submit or h.may_submit, state = 'running'
  from held h where t.id = h.id
returning t.id as "taskId"
