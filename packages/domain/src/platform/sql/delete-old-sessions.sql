-- Sessions that no task has used for their time, and that no open task uses. The table is small.
delete from task_session
 where id in (select id from task_session
               where coalesce(greatest(saved_at, used_at), created_at) < now() - :sessionSeconds * interval '1 second'
                 and open_session_tasks(id) = 0 limit 100)
returning 1 as "n!"
