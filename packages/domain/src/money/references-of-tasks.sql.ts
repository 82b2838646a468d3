// Made from references-of-tasks.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface ReferencesOfTasksParams {
  after: bigint | number;
  through: bigint | number;
  limit: bigint | number;
}

export interface ReferencesOfTasksRow {
  taskId: number;
  found: string;
  expected: string;
}

export const referencesOfTasksSql: Statement<ReferencesOfTasksParams, ReferencesOfTasksRow> = {
  name: "references_of_tasks",
  params: ["after","through","limit"],
  notNull: ["taskId","found","expected"],
  text: `
(select t.id::float8 as "taskId", 'no ' || n.what as "found", n.what as "expected"
   from task t
   left join account a on a.id = t.account_id
   left join application p on p.id = t.application_id
   left join template_version v on v.id = t.template_version_id
   left join worker w on w.id = t.worker_id,
        lateral (values ('account ' || t.account_id, a.id), ('application ' || t.application_id, p.id),
                        ('version ' || t.template_version_id, v.id), ('worker ' || t.worker_id, w.id)) n(what, id)
  where t.id > $1 and t.id <= $2 and n.what is not null and n.id is null)
union all
(select o.task_id::float8, 'no task', o.what
   from (select task_id, 'its variable ' || name as what from variable
         union all
         select task_id, 'its step ' || number from task_step) o
  where o.task_id > $1 and o.task_id <= $2 and not exists (select from task where id = o.task_id))
limit $3`,
};
