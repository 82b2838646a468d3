-- What a session's last task left, by primary key, unless it has expired.
select name, state as "state!"
  from task_session
 where id = :sessionId and account_id = :accountId and state is not null
   and saved_at > now() - :sessionSeconds * interval '1 second'
