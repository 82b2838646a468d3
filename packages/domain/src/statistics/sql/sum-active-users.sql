-- Distinct accounts of each span; an account that occurs in two quarters of an hour of a span counts once. By the
-- primary key.
select width_bucket(bucket, :begins::timestamptz[]) as "span!", count(distinct account_id) as "n!"
  from active_user
 where application_id = :softId and bucket >= (:begins::timestamptz[])[1] and bucket < :end
 group by 1
