-- Deletes the records of reports that are older than a year, by the index of created_at. Younger ones keep each period from being
-- sent twice.
with deleted as (
  delete from report_email
   where id in (select id from report_email where created_at < now() - interval '400 days' order by created_at limit 500)
  returning 1
)
select count(*)::int as "n!" from deleted
