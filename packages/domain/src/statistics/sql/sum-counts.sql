-- Sums quarter hours into consecutive spans. The primary key (application, metric, bucket, …) gives the metric's range
-- as one index scan: 30 days of eight labels are at most 23,000 rows, and each process reads them once.
select width_bucket(bucket, :begins::timestamptz[]) as "span!", label, sum(n)::bigint as "n!"
  from count
 where application_id = :softId and metric = :metric
   and bucket >= (:begins::timestamptz[])[1] and bucket < :end
 group by 1, 2
