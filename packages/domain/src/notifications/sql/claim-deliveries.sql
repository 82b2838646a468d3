-- Claims callbacks that are due, the longest due first. Goes from account to account by the partial index webhook_due,
-- however many entries each has, and takes the first entries of those that have fewer under way than they may; then by
-- primary keys, in a form that leaves no other plan, even for one made while the tables were small.
with recursive owner (id) as (
  select min(account_id) from webhook_delivery where next_at is not null
  union all
  select (select min(account_id) from webhook_delivery where next_at is not null and account_id > owner.id)
    from owner where id is not null
), due as materialized (
  select d.id
    from owner, lateral (
      select id, next_at from webhook_delivery where account_id = owner.id and next_at <= now()
       order by next_at
       limit greatest(0, :maxOfAccount - (select count(*) from unnest(:underWay::int[]) other where other = owner.id))
         for update skip locked
    ) d
   order by d.next_at limit :limit
), claimed as (
  update webhook_delivery d
     set attempts = attempts + 1, next_at = now() + :claimSeconds * interval '1 second',
         account_id = coalesce((select account_id from task where id = d.task_id), account_id)
   where id = any(array(select id from due))
  returning id, task_id, account_id, attempts, event, wait, created_at, endpoint_id
)
select c.id as "deliveryId!", c.event as "event!: end | waiting | reminder | test", c.wait as "wait?", t.id as "taskId?",
       coalesce(p.url, case when c.endpoint_id is null then t.callback_url end) as "url?", c.attempts as "attempt!", c.account_id as "accountId!",
       c.endpoint_id as "endpointId?", p.format as "format?: standard | text | discord", p.link_origin as "linkOrigin?",
       extract(epoch from c.created_at)::float8 as "occurred!",
       extract(epoch from now() - c.created_at)::float8 as "secondsSinceEvent!"
  from claimed c
  left join lateral (select * from task where id = c.task_id limit 1) t on true
  left join lateral (select * from event_endpoint where id = c.endpoint_id limit 1) p on true
