-- Stores a picture with a step of a task's timeline, by primary key; only if the fence matches. If the picture is in the
-- object store, its id is removed from object_deletion; if the id is no longer listed there, nothing is stored.
with pictured as (
  update task_step set picture = :picture, object_id = :objectId?
   where task_id = :taskId and id = :stepId
     and exists (select from task t where t.id = :taskId and t.fence = :fence and t.worker_id = :workerId and t.ended_at is null)
     and (:objectId?::uuid is null or exists (select 1 from object_deletion where object_id = :objectId? for update))
  returning id
), named as (
  delete from object_deletion where object_id = :objectId? and exists (select 1 from pictured)
)
select id as "stepId" from pictured
