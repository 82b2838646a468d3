-- Sessions that no task has left anything in for their time, and that no open task uses. The table is small.
delete from task_session
 where id in (select id from task_session
               where coalesce(saved_at, created_at) < now() - :sessionSeconds * interval '1 second'
                 and open_session_tasks(id) = 0 limit 100)
returning 1 as "n!"
