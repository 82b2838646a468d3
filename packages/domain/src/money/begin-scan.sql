-- Begins a scan of the ledger where the last one began a day ago. Whoever calls it holds the lock of scans.
insert into book_check (track)
select :dimension where not exists (select 1 from book_check where began_at > now() - interval '1 day')
returning id
