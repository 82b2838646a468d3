-- Lets one process at a time scan the ledger, and keeps the scan's statements from reading whole tables, which the planner prefers for a
-- count up to a limit. Held until the transaction ends, so that it works through a pooler.
select pg_try_advisory_xact_lock(hashtextextended('gatepost reconciliation', 0)) as "locked!",
       set_config('enable_seqscan', 'off', true) as "planned!"
