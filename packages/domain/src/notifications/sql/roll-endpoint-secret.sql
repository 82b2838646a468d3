-- By primary key.
update event_endpoint
   set previous = secret, previous_until = now() + :graceSeconds * interval '1 second', secret = :secret
 where id = :endpointId and account_id = :accountId
returning id
