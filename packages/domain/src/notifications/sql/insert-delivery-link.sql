-- The answer link of one attempt to deliver task.waiting. It ends with the endpoint.
insert into answer_link (account_id, task_id, name, hash, expires_at, endpoint_id)
select :accountId, :taskId, :name, :hash, now() + interval '1 day', id from event_endpoint where id = :endpointId
