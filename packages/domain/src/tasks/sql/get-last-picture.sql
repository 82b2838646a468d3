-- The latest step of a task that has a picture, until pictures are deleted. By primary keys.
select s.id as "stepId!"
  from task t
  cross join lateral (select id from task_step where task_id = t.id and picture is not null order by id desc limit 1) s
 where t.id = :taskId and (t.ended_at is null or t.ended_at > now() - :pictureSeconds::float8 * interval '1 second')
