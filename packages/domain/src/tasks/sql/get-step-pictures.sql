-- The pictures of these steps of a task, by primary key.
select id as "stepId", picture as "picture!", object_id as "objectId" from task_step
 where task_id = :taskId and id = any(:stepIds::bigint[]) and picture is not null
