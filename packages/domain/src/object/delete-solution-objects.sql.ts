// Made from delete-solution-objects.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface DeleteSolutionObjectsParams {
  solutionSeconds: number;
}

export interface DeleteSolutionObjectsRow {
  n: number;
}

export const deleteSolutionObjectsSql: Statement<DeleteSolutionObjectsParams, DeleteSolutionObjectsRow> = {
  name: "delete_solution_objects",
  params: ["solutionSeconds"],
  notNull: ["n"],
  text: `
with deleted as (
  delete from solution_object
   where (task_id, object_id) in (
     select s.task_id, s.object_id from solution_object s left join task t on t.id = s.task_id
      where s.created_at < now() - $1 * interval '1 second'
        and (t.id is null or t.ended_at < now() - $1 * interval '1 second')
      order by s.created_at limit 200 for update of s skip locked)
  returning 1
)
select count(*)::int as "n" from deleted`,
};
