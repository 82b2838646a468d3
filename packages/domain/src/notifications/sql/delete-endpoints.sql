-- Deletes an endpoint of an account, or all of them, with their deliveries. By the account's index and the partial index
-- delivery_of_endpoint: the deliveries of all accounts are too many to read.
with deleted as (
  delete from event_endpoint where account_id = :accountId and (:endpointId?::int is null or id = :endpointId) returning id
), deliveries as (
  delete from delivery where endpoint_id = any(array(select id from deleted))
)
select id from deleted
