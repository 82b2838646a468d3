-- The messages of an account that may still answer a wait, the latest first, by the partial index inbound_message_kept.
-- Those whose value a process began to push and did not finish within half a minute are pushed again.
select id, sender, content as "content!", outcome as "outcome!: kept | answering", task_id as "taskId", variable,
       extract(epoch from now() - received_at)::float8 as "age!"
  from inbound_message
 where account_id = :accountId and content is not null
   and case outcome when 'kept' then received_at > now() - :keptSeconds * interval '1 second'
                    else claimed_at < now() - interval '30 seconds' end
 order by id desc limit 100
