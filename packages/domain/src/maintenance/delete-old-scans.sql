-- Scans of the ledger that began 90 days ago; the latest one stays.
with deleted as (
  delete from book_check
   where began_at < now() - interval '90 days' and id < (select max(id) from book_check)
  returning 1
)
select count(*)::int as "n!" from deleted
