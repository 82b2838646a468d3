-- Today and the fourteen UTC days before, of some of an account's applications. One range of the primary key of count for each
-- application and metric, summed by the database.
select a.id as "softId", c.metric,
       (date_trunc('day', now(), 'UTC')::date - (c.bucket at time zone 'UTC')::date) as "daysAgo!",
       sum(c.n)::bigint as "n!"
  from application a
  join count c on c.application_id = a.id and c.metric in ('ready', 'error', 'view', 'download', 'money')
              and c.bucket >= date_trunc('day', now(), 'UTC') - interval '14 days' and c.bucket <= now()
 where a.id = any(:softIds::int[]) and a.account_id = :accountId
 group by 1, 2, 3
