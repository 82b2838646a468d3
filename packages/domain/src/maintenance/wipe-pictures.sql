-- Pictures past their retention, the oldest first, by the partial index of steps that have one.
with wiped as (
  update task_step set picture = null
   where id in (select id from task_step where picture is not null and ended_at < now() - :solutionSeconds * interval '1 second'
                 order by ended_at limit 200 for update skip locked)
  returning 1
)
select count(*)::int as "n!" from wiped
