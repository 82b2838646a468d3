-- Values that were not wiped when their task ended. By primary keys.
select v.task_id as "taskId!", 'a value of ' || v.name as "found!", 'none' as "expected!"
  from variable v join task t on t.id = v.task_id
 where t.id > :after and t.id <= :through and t.ended_at is not null
   and (v.value is not null or v.fingerprint is not null or v.refused is not null)
 limit :limit
