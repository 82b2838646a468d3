-- Full buckets, which are the same as none.
delete from rate_bucket
 where caller in (select caller from rate_bucket where full_at < now() limit 10000 for update skip locked)
returning 1 as "n!"
