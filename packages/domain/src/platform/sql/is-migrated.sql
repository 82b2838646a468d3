-- Migrations are applied in their order, up to one that fails, so the newest one stands for all.
select exists (select from _prisma_migrations
                where migration_name = :newest and finished_at is not null and rolled_back_at is null) as "migrated!"
