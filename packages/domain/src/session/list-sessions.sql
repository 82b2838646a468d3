-- The sessions of an account, by the index of their names (an account has a few hundred at most), with their open tasks.
select id, name, created_at as "createdAt", saved_at as "savedAt", size, problem, open_session_tasks(id) as "openTasks!",
       coalesce(saved_at, created_at) + :sessionSeconds * interval '1 second' as "expiresAt!"
  from task_session
 where account_id = :accountId and (:after?::int is null or id > :after)
 order by id limit :take
