-- Pictures of steps, by the primary key.
select s.id as "stepId", s.task_id as "taskId", t.account_id as "accountId", 'picture' as "name!", s.picture as "sealed!"
  from task_step s join task t on t.id = s.task_id
 where s.picture is not null and (s.task_id, s.id) > (:afterTaskId, :afterStepId) order by s.task_id, s.id limit :limit
