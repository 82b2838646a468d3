-- Tasks past their retention, the oldest first, by the partial index of ended tasks.
select delete_tasks(array(
  select id from task where ended_at < now() - :recordSeconds * interval '1 second'
   order by ended_at limit 200 for update skip locked
)) as "n!"
