-- Sessions that expired an hour ago.
with deleted as (
  delete from portal_session
   where id in (select id from portal_session where expires_at < now() - interval '1 hour' limit 1000 for update skip locked)
  returning 1
)
select count(*)::int as "n!" from deleted
