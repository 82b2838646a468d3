-- Lets one transaction at a time add something to an account, and keeps the account from being deleted. Its tasks are created and end
-- meanwhile: their batches lock its row for other updates of it, and others' tasks in them would wait as well. A deleted account has no
-- email address.
with turn as materialized (select pg_advisory_xact_lock(hashtextextended('account ' || :accountId::int, 0)))
select a.id, a.email not like '%@%' as "isDeleted!" from turn, account a where a.id = :accountId for key share of a
