-- Stored secrets, in the order of the primary key.
select id as "secretId", account_id as "accountId", 0 as "taskId!", 'stored secret ' || name as "name!", value as "sealed!"
  from stored_secret where id > :afterSecretId order by id limit :limit
