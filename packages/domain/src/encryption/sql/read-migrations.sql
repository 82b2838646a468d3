-- The migrations that have run.
select migration_name as "name!" from _prisma_migrations where finished_at is not null and rolled_back_at is null
