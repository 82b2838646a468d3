-- Reads what the last task left a session, unless it has expired, which its use puts off. By primary key.
update task_session set used_at = now()
 where id = :sessionId and account_id = :accountId
   and greatest(saved_at, used_at) > now() - :sessionSeconds::float8 * interval '1 second'
returning name, state
