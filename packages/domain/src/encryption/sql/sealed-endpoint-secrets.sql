-- The secrets of endpoints for events, in the order of the primary key.
select id as "endpointId", account_id as "accountId", 0 as "taskId!", 'event endpoint' as "name!", secret as "sealed!"
  from event_endpoint where id > :afterEndpointId order by id limit :limit
