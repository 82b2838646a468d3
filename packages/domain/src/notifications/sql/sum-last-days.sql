-- The 24 hours up to the last full quarter of an hour, and the 28 times 24 hours before. One range of the primary key of count for
-- each application and metric.
select c.application_id as "softId", (ceil(extract(epoch from bucket_of(now()) - c.bucket) / 86400) - 1)::int as "daysAgo!",
       coalesce(sum(c.n) filter (where c.metric = 'ready'), 0)::float8 as "accepted!",
       coalesce(sum(c.n) filter (where c.metric = 'error'), 0)::float8 as "failed!",
       coalesce(sum(c.n) filter (where c.metric = 'view'), 0)::float8 as "views!"
  from count c
 where c.application_id = any(:softIds::int[]) and c.metric in ('ready', 'error', 'view')
   and c.bucket >= bucket_of(now()) - 29 * interval '24 hours' and c.bucket < bucket_of(now())
 group by 1, 2
