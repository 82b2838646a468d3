-- Lets one process at a time claim emails, so that the limit of an address counts those of all. Held until the transaction
-- ends.
select pg_try_advisory_xact_lock(hashtextextended('gatepost emails', 0)) as "locked!"
