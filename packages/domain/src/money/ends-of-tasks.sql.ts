// Made from ends-of-tasks.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface EndsOfTasksParams {
  after: bigint | number;
  through: bigint | number;
  limit: bigint | number;
}

export interface EndsOfTasksRow {
  taskId: number;
  found: string;
  expected: string;
}

export const endsOfTasksSql: Statement<EndsOfTasksParams, EndsOfTasksRow> = {
  name: "ends_of_tasks",
  params: ["after","through","limit"],
  ids: ["taskId"],
  notNull: ["taskId","found","expected"],
  text: `
select t.id as "taskId", coalesce(nullif(concat_ws(', ', h.kind, e.kind), ''), 'no entry') as "found",
       case when t.state = 'ready' then 'hold, capture' else 'hold, release' end as "expected"
  from task t
  left join ledger_entry h on h.task_id = t.id and h.kind = 'hold'
  left join ledger_entry e on e.task_id = t.id and e.kind in ('capture', 'release')
 where t.id > $1 and t.id <= $2 and t.ended_at is not null
   and (h.id is null or e.kind is distinct from
        case when t.state = 'ready' then 'capture'::ledger_kind else 'release'::ledger_kind end)
 limit $3`,
};
