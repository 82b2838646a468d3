-- Begins a scan of the ledger if the last one began a day ago. The caller holds the lock of scans.
insert into reconciliation_scan (dimension)
select :dimension where not exists (select 1 from reconciliation_scan where began_at > now() - interval '1 day')
returning id
