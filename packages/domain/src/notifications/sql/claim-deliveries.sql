-- Claims deliveries of a channel that are due, the longest due first. Goes from account to account by the partial index
-- delivery_due, however many entries each has, and takes the first entries of those that have fewer under way than they may; then
-- by primary keys, in a form that leaves no other plan, even for one made while the tables were small.
with recursive owner (id) as (
  select min(account_id) from delivery where channel = :channel and next_at is not null
  union all
  select (select min(account_id) from delivery where channel = :channel and next_at is not null and account_id > owner.id)
    from owner where id is not null
), due as materialized (
  select d.id
    from owner, lateral (
      select id, next_at from delivery where channel = :channel and account_id = owner.id and next_at <= now()
       order by next_at
       limit greatest(0, :maxOfAccount - (select count(*) from unnest(:underWay::int[]) other where other = owner.id))
         for update skip locked
    ) d
   order by d.next_at limit :limit
), claimed as (
  update delivery set attempts = attempts + 1, next_at = now() + :claimSeconds * interval '1 second'
   where id = any(array(select id from due))
  returning *
)
select id as "deliveryId!", account_id as "accountId!", attempts as "attempt!",
       case when channel <> 'webhook' then channel when endpoint_id is null then 'callback' else 'event' end as "kind!: callback | event | wait | report",
       event as "event!: end | waiting | reminder | control | test | report", task_id as "taskId?", wait as "wait?",
       (select callback_url from task where id = claimed.task_id) as "callbackUrl?",
       endpoint_id as "endpointId?", address_id as "addressId?", subscription_id as "subscriptionId?", period as "period?",
       extract(epoch from created_at)::float8 as "occurred!",
       extract(epoch from now() - created_at)::float8 as "secondsSinceEvent!"
  from claimed
