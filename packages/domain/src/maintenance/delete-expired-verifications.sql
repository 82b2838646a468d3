-- Links of emails that were not opened in time.
with deleted as (
  delete from portal_verification
   where id in (select id from portal_verification where expires_at < now() - interval '1 hour' limit 1000 for update skip locked)
  returning 1
)
select count(*)::int as "n!" from deleted
