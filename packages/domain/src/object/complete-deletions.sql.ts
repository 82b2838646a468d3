// Made from complete-deletions.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface CompleteDeletionsParams {
  objectIds: readonly (string | null)[];
}

export interface CompleteDeletionsRow {
  n: number;
}

export const completeDeletionsSql: Statement<CompleteDeletionsParams, CompleteDeletionsRow> = {
  name: "complete_deletions",
  params: ["objectIds"],
  notNull: ["n"],
  text: `
with completed as (delete from object_deletion where object_id = any($1::uuid[]) returning 1)
select count(*)::int as "n" from completed`,
};
