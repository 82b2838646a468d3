-- Solutions past their retention, the oldest first, by the partial index of tasks that have one.
update task set solution = null
 where id in (select id from task where solution is not null and ended_at < now() - :solutionSeconds * interval '1 second'
               order by ended_at limit 200 for no key update skip locked)
returning 1 as "n!"
