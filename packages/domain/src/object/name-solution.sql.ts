// Made from name-solution.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface NameSolutionParams {
  objectId: string;
  taskId: bigint | number;
  fence: number;
  workerId: number;
}

export interface NameSolutionRow {
  objectId: string;
}

export const nameSolutionSql: Statement<NameSolutionParams, NameSolutionRow> = {
  name: "name_solution",
  params: ["objectId","taskId","fence","workerId"],
  notNull: ["objectId"],
  text: `
with named as (
  insert into solution_object (task_id, object_id)
  select id, $1 from task
   where id = $2 and fence = $3 and worker_id = $4 and ended_at is null
     and exists (select 1 from object_deletion where object_id = $1 for update)
  returning object_id
), taken as (
  delete from object_deletion where object_id = $1 and exists (select 1 from named)
)
select object_id as "objectId" from named`,
};
