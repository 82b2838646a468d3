-- Scans of the ledger that began 90 days ago; the latest one stays.
delete from reconciliation_scan
 where began_at < now() - interval '90 days' and id < (select max(id) from reconciliation_scan)
returning 1 as "n!"
