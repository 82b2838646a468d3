-- Variables given at creation, by the primary key.
select id as "taskId", account_id as "accountId", 'given' as "name!", given as "sealed!"
  from task where given is not null and id > :afterTaskId order by id limit :limit
