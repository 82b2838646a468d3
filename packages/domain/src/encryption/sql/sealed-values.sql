-- Values of late variables, by the primary key.
select v.task_id as "taskId", t.account_id as "accountId", v.name, v.value as "sealed!"
  from variable v join task t on t.id = v.task_id
 where v.value is not null and (v.task_id, v.name) > (:afterTaskId, :afterName)
 order by v.task_id, v.name limit :limit
