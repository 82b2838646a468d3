-- Notes since when the batches of a scan fail. If the scan is due, it is begun here, because a batch that fails takes back what it began.
with begun as (
  insert into reconciliation_scan (dimension, failing_since)
  select :dimension, now()
   where not exists (select from reconciliation_scan where ended_at is null or began_at > now() - interval '1 day')
)
update reconciliation_scan set failing_since = now() where ended_at is null and failing_since is null
