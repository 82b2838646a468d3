-- Stores a picture with the newest row of its step in the task's timeline, by primary key; only if the fence matches. A picture
-- in the object store is taken from the objects to delete; if it is no longer there, nothing is stored.
with pictured as (
  update task_step set picture = :picture, object_id = :objectId?
   where task_id = :taskId
     and id = (select max(s.id) from task_step s join task t on t.id = s.task_id
                where t.id = :taskId and t.fence = :fence and t.worker_id = :workerId and t.ended_at is null
                  and s.number = :number and s.path is not distinct from :path?::text[])
     and (:objectId?::uuid is null or exists (select 1 from object_deletion where object_id = :objectId? for update))
  returning id
), named as (
  delete from object_deletion where object_id = :objectId? and exists (select 1 from pictured)
)
select id as "stepId" from pictured
