-- Pictures of tasks that ended before the retention, the oldest first, by the partial index of steps that have one. Passes
-- over the few older ones of tasks that still run or ended later.
update task_step set picture = null, object_id = null
 where (task_id, id) in (
   select s.task_id, s.id
     from task_step s, lateral (select ended_at from task where id = s.task_id limit 1) t
    where s.picture is not null and s.started_at < now() - :solutionSeconds * interval '1 second'
      and t.ended_at < now() - :solutionSeconds * interval '1 second'
    order by s.started_at limit 200 for update of s skip locked)
returning 1 as "n!"
