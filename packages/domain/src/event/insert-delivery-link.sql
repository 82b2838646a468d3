-- The answer link of one attempt to deliver task.waiting.
insert into answer_link (account_id, task_id, name, hash, expires_at)
values (:accountId, :taskId, :name, :hash, now() + interval '1 day')
