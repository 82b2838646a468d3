-- The picture of a waiting task's present step, which is its wait, by primary keys.
select s.picture, s.object_id as "objectId"
  from task t, variable v, lateral (
    select picture, object_id, started_at from task_step where task_id = t.id and run = t.fence order by id desc limit 1) s
 where t.id = :taskId and t.state = 'waiting' and v.task_id = t.id and v.name = :name and v.state = 'awaited'
   and v.awaited_at is not null
