-- Adds a note to the open step of a task's timeline, once, unless it has very many, and ends it as failed if it has failed; the task goes on. Only under
-- the fence, by its index.
update task_step set note = case when position(:note in note) > 0 or length(note) > 20000 then note else concat_ws('; ', note, :note) end,
       ended_at = case when :hasFailed::bool then now() else ended_at end,
       outcome = case when :hasFailed then 'failed' else outcome end
 where task_id = :taskId
   and id = (select max(s.id) from task_step s join task t on t.id = s.task_id
              where t.id = :taskId and t.fence = :fence and t.worker_id = :workerId and t.ended_at is null)
