-- Stores a picture with the newest row of its step in the task's timeline, by primary key; only if the fence matches.
update task_step set picture = :picture
 where task_id = :taskId
   and id = (select max(s.id) from task_step s join task t on t.id = s.task_id
              where t.id = :taskId and t.fence = :fence and t.worker_id = :workerId and t.ended_at is null
                and s.number = :number and s.path is not distinct from :path?::text[])
returning id as "stepId"
