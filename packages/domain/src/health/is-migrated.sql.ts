// Made from is-migrated.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface IsMigratedParams {
  newest: string;
}

export interface IsMigratedRow {
  migrated: boolean;
}

export const isMigratedSql: Statement<IsMigratedParams, IsMigratedRow> = {
  name: "is_migrated",
  params: ["newest"],
  notNull: ["migrated"],
  text: `
select exists (select from _prisma_migrations
                where migration_name = $1 and finished_at is not null and rolled_back_at is null) as "migrated"`,
};
