-- The sessions of an account, by the index of their names (an account has a few hundred at most), with their open tasks and the
-- one of these that is not held, by its unique index.
select id, name, created_at as "createdAt", saved_at as "savedAt", greatest(saved_at, used_at) as "usedAt?", site, size, problem,
       open_session_tasks(id) as "openTasks!",
       (select t.id from task t
         where t.session_id = task_session.id and t.ended_at is null and not t.held) as "taskId?",
       coalesce(greatest(saved_at, used_at), created_at) + :sessionSeconds * interval '1 second' as "expiresAt!"
  from task_session
 where account_id = :accountId and (:after?::int is null or id > :after)
 order by id limit :take
