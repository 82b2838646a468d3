-- Locks subscriptions to alerts whose check is due, at most :limit; other processes skip them. Those of an account with many come after
-- the first of each other account. Reads at most 500 rows by the index report_subscription_due.
with due as materialized (
  select id, application_id, next_at from report_subscription
   where next_at <= now() and kind = 'alerts' order by next_at limit 500
), placed as materialized (
  select d.id, p.id as application_id, p.archived_at, row_number() over (partition by p.account_id order by d.next_at, d.id) as position
    from due d join application p on p.id = d.application_id
)
select s.id as "subscriptionId", s.ongoing_alerts as "ongoing!", d.application_id as "softId!",
       d.archived_at is not null as "archived!", bucket_of(now()) as "until!"
  from placed d join report_subscription s on s.id = d.id
 where s.next_at <= now()
 order by d.position, s.id limit :limit for update of s skip locked
