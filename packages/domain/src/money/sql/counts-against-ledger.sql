-- Counts of a metric that differ from the ledger entries that they were counted with. A count and its entry are written
-- in one transaction, so they have the same now(). Both sides by application and quarter of an hour; counts are found
-- application by application along the primary key, entries by the BRIN index of their time: a kind as text rules out the partial indexes of
-- kinds, of which the whole would be read.
select coalesce(c.application_id, l.application_id) as "applicationId!",
       extract(epoch from coalesce(c.bucket, l.bucket))::float8 as "moment!",
       coalesce(c.n, 0)::text as "found!", coalesce(l.n, 0)::text as "expected!"
  from (select n.application_id, n.bucket, sum(n.n) as n
          from application a join count n on n.application_id = a.id and n.metric = :metric
                                         and n.bucket > to_timestamp(:after) and n.bucket <= to_timestamp(:through)
         group by 1, 2) c
  full join (select application_id, bucket_of(at) as bucket, sum(case when kind = 'commission' then available else 1 end) as n
               from ledger_entry
              where kind::text = :kind and application_id is not null
                and at >= to_timestamp(:after) + interval '15 minutes'
                and at < to_timestamp(:through) + interval '15 minutes'
              group by 1, 2) l on l.application_id = c.application_id and l.bucket = c.bucket
 where coalesce(c.n, 0) <> coalesce(l.n, 0)
 limit :limit
