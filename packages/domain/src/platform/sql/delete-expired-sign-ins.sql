-- Portal sessions and emailed links that expired an hour ago.
with session as (
  delete from portal_session
   where id in (select id from portal_session where expires_at < now() - interval '1 hour' limit 1000 for update skip locked)
  returning 1
), verification as (
  delete from portal_verification
   where id in (select id from portal_verification where expires_at < now() - interval '1 hour' limit 1000 for update skip locked)
  returning 1
)
select ((select count(*) from session) + (select count(*) from verification))::int as "n!"
