// Made from read-migrations.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export type ReadMigrationsParams = Record<never, never>;

export interface ReadMigrationsRow {
  name: string;
}

export const readMigrationsSql: Statement<ReadMigrationsParams, ReadMigrationsRow> = {
  name: "read_migrations",
  params: [],
  notNull: ["name"],
  text: `
select migration_name as "name" from _prisma_migrations where finished_at is not null and rolled_back_at is null`,
};
