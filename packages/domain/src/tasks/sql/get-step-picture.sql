-- The picture of one step of an account's task, until pictures are deleted. By primary keys.
select s.picture, s.object_id as "objectId"
  from task t join task_step s on s.task_id = t.id
 where t.id = :taskId and t.account_id = :accountId and s.id = :stepId
   and (t.ended_at is null or t.ended_at > now() - :pictureSeconds::float8 * interval '1 second')
