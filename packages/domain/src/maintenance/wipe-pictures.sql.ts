// Made from wipe-pictures.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface WipePicturesParams {
  solutionSeconds: number;
}

export interface WipePicturesRow {
  n: number;
}

export const wipePicturesSql: Statement<WipePicturesParams, WipePicturesRow> = {
  name: "wipe_pictures",
  params: ["solutionSeconds"],
  notNull: ["n"],
  text: `
with wiped as (
  update task_step set picture = null
   where id in (select id from task_step where picture is not null and ended_at < now() - $1 * interval '1 second'
                 order by ended_at limit 200 for update skip locked)
  returning 1
)
select count(*)::int as "n" from wiped`,
};
