-- Claims reports to be sent, at most 20, and those of an account with many after the first of each other account. Reads at most
-- 500 rows of the partial index report_email_due. A mailbox that has got :perHour in an hour gets the others later.
with due as materialized (
  select id, subscription_id, period, claimed_at, created_at from report_email where next_at <= now() order by next_at limit 500
), judged as materialized (
  select d.*, s.application_id, s.address_id, s.kind, s.time_zone, a.email, p.account_id, p.name,
         row_number() over (partition by p.account_id order by d.created_at, d.id) as account_position,
         case when a.confirmed_at is null then 'the address is not confirmed any more'
              when b.suspended_at is not null then 'the account is suspended'
              when p.archived_at is not null then 'the application is archived'
              when d.created_at < now() - interval '3 days' then 'it could not be sent for three days'
         end as problem
    from due d
    join report_subscription s on s.id = d.subscription_id
    join email_address a on a.id = s.address_id
    join application p on p.id = s.application_id
    join account b on b.id = p.account_id
), chosen as materialized (
  select * from judged order by account_position, id limit 20
), counted as materialized (
  select c.id, row_number() over (partition by c.email order by c.id) + (
           select count(*) from email_address a
             join report_subscription s on s.address_id = a.id
             join report_email r on r.subscription_id = s.id
            where a.email = c.email and r.claimed_at > now() - interval '1 hour') as position
    from chosen c where c.problem is null and c.claimed_at is null
), decided as materialized (
  select c.*, n.position > :perHour as later from chosen c left join counted n on n.id = c.id
), claimed as (
  update report_email e
     set attempts = e.attempts + case when d.problem is null and d.later is not true then 1 else 0 end,
         claimed_at = case when d.problem is null and d.later is not true then coalesce(e.claimed_at, now()) else e.claimed_at end,
         problem = coalesce(d.problem, e.problem),
         next_at = case when d.problem is not null then null
                        when d.later then now() + interval '10 minutes'
                        else now() + :claimSeconds * interval '1 second' end
    from decided d where e.id = d.id
  returning e.id, e.attempts
)
select d.id as "emailId!", c.attempts as "attempt!", d.subscription_id as "subscriptionId!", d.kind as "kind!: weekly | monthly | alerts",
       d.period as "period?", d.time_zone as "timezone!", d.email as "to!", d.account_id as "accountId!",
       d.application_id as "softId!", d.name as "name!", now() as "now!"
  from decided d join claimed c on c.id = d.id
 where d.problem is null and d.later is not true
