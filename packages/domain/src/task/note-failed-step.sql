-- Ends the open step of a task's timeline as failed, with the reason; the task goes on. Only under the fence, by its index.
update task_step set ended_at = now(), outcome = 'failed', note = :note
 where task_id = :taskId
   and id = (select max(s.id) from task_step s join task t on t.id = s.task_id
              where t.id = :taskId and t.fence = :fence and t.worker_id = :workerId and t.ended_at is null)
