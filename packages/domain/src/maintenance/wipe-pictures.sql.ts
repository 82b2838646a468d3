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
  update task_step set picture = null, object_id = null
   where (task_id, id) in (
     select s.task_id, s.id
       from task_step s, lateral (select ended_at from task where id = s.task_id limit 1) t
      where s.picture is not null and s.started_at < now() - $1 * interval '1 second'
        and t.ended_at < now() - $1 * interval '1 second'
      order by s.started_at limit 200 for update of s skip locked)
  returning 1
)
select count(*)::int as "n" from wiped`,
};
