-- What is in sessions, in the order of the primary key.
select id as "sessionId", account_id as "accountId", 0 as "taskId!", 'session ' || name as "name!", state as "sealed!"
  from task_session where state is not null and id > :afterSessionId order by id limit :limit
