-- Full buckets, which are the same as none. Skips those that a process takes tokens from: it locks several, and one that
-- is no longer full must stay.
delete from rate_bucket
 where caller in (select caller from rate_bucket where full_at < now() limit 10000 for update skip locked)
returning 1 as "n!"
