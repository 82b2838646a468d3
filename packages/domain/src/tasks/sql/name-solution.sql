-- Names the object of a task's solution before the task ends, by primary keys; only if the fence matches. The object is taken
-- from the objects to delete; if it is no longer there, it is not named.
with named as (
  insert into solution_object (task_id, object_id)
  select id, :objectId from task
   where id = :taskId and fence = :fence and worker_id = :workerId and ended_at is null
     and exists (select 1 from object_deletion where object_id = :objectId for update)
  returning object_id
), taken as (
  delete from object_deletion where object_id = :objectId and exists (select 1 from named)
)
select object_id as "objectId" from named
