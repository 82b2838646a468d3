-- Lets one process at a time scan the ledger. Held until the transaction ends, so that a pooler does not matter.
select pg_try_advisory_xact_lock(hashtextextended('gatepost reconciliation', 0)) as "locked!"
