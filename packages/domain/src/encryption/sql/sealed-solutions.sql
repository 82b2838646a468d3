-- Solutions, by the primary key.
select id as "taskId", account_id as "accountId", 'solution' as "name!", solution as "sealed!"
  from task where solution is not null and id > :afterTaskId order by id limit :limit
