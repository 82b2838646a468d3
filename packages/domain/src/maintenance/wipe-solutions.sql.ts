// Made from wipe-solutions.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface WipeSolutionsParams {
  solutionSeconds: number;
}

export interface WipeSolutionsRow {
  n: number;
}

export const wipeSolutionsSql: Statement<WipeSolutionsParams, WipeSolutionsRow> = {
  name: "wipe_solutions",
  params: ["solutionSeconds"],
  notNull: ["n"],
  text: `
with wiped as (
  update task set solution = null
   where id in (select id from task where solution is not null and ended_at < now() - $1 * interval '1 second'
                 order by ended_at limit 200 for no key update skip locked)
  returning 1
)
select count(*)::int as "n" from wiped`,
};
