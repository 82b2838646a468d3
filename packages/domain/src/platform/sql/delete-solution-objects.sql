-- The objects of solutions past their retention, the oldest first, by the index: of tasks that ended before it, or are deleted.
delete from solution_object
 where (task_id, object_id) in (
   select s.task_id, s.object_id from solution_object s left join task t on t.id = s.task_id
    where s.created_at < now() - :solutionSeconds * interval '1 second'
      and (t.id is null or t.ended_at < now() - :solutionSeconds * interval '1 second')
    order by s.created_at limit 200 for update of s skip locked)
returning 1 as "n!"
