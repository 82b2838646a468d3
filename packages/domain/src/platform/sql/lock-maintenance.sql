-- Lets one process at a time do maintenance. Held until the transaction ends, so that it works through a pooler.
select pg_try_advisory_xact_lock(hashtextextended('gatepost maintenance', 0)) as "locked!", now() as "now!"
