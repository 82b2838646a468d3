-- Lets one process at a time scan the ledger. Held until the transaction ends, so that it works through a pooler.
select pg_try_advisory_xact_lock(hashtextextended('gatepost reconciliation', 0)) as "locked!"
