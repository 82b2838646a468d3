-- Prompts of waits, in the order of the primary key.
select v.task_id as "taskId", t.account_id as "accountId", v.name as "variable", 'prompt of ' || v.name as "name!",
       v.prompt as "sealed!"
  from variable v join task t on t.id = v.task_id
 where v.prompt is not null and (v.task_id, v.name) > (:afterTaskId, :afterVariable)
 order by v.task_id, v.name limit :limit
