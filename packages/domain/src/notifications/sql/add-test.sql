-- A test for an endpoint, in place of the one before, which no task's deletion would delete.
with owned as materialized (
  select id from event_endpoint where id = :endpointId and account_id = :accountId
), former as (
  delete from delivery where endpoint_id = (select id from owned) and event = 'test' and next_at is null
)
insert into delivery (account_id, endpoint_id, event) select :accountId, id, 'test' from owned
returning id
