-- Stores a picture with a step of a task's timeline, by primary key; only if the fence matches. Keeps the task from being deleted
-- until then. A step that was recorded in the row of a later one gets a row. If the picture is in the object store, its id is
-- removed from object_deletion; if the id is no longer listed there, nothing is stored.
with pictured as (
  insert into task_step (task_id, id, run, number, path, type, version_id, started_at, picture, object_id)
  select :taskId, id, run, number, path, type, version_id, started_at, :picture, :objectId? from timeline_of(:taskId)
   where id = :stepId
     and exists (select from task t where t.id = :taskId and t.fence = :fence and t.worker_id = :workerId and t.ended_at is null
                    for key share)
     and (:objectId?::uuid is null or exists (select 1 from object_deletion where object_id = :objectId? for update))
  on conflict (task_id, id) do update set picture = excluded.picture, object_id = excluded.object_id
  returning id
), named as (
  delete from object_deletion where object_id = :objectId? and exists (select 1 from pictured)
)
select id as "stepId" from pictured
