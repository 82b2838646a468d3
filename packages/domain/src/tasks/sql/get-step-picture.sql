-- The picture of one step of an account's task, until pictures are deleted. A step without a row of its own has none. By primary keys.
select s.picture as "picture?", s.object_id as "objectId?"
  from task t
  left join task_step s on s.task_id = t.id and s.id = :stepId
 where t.id = :taskId and t.account_id = :accountId and :stepId in (select id from timeline_of(t.id))
   and (t.ended_at is null or t.ended_at > now() - :pictureSeconds::float8 * interval '1 second')
