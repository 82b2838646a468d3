-- Windows of attempts that ended a day ago, which no limit needs any more. Skips those in which an attempt is counted at this moment: it
-- begins a new window.
delete from portal_rate_limit
 where id in (select id from portal_rate_limit where last_request < extract(epoch from now() - interval '1 day') * 1000 limit 1000 for update skip locked)
returning 1 as "n!"
