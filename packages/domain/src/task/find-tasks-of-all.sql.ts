// Made from find-tasks-of-all.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface FindTasksOfAllParams {
  before: bigint | number;
  scanned: bigint | number;
  state: "queued" | "running" | "waiting" | "ready" | "failed" | null;
  errorCode: string | null;
  softId: number | null;
  take: bigint | number;
}

export interface FindTasksOfAllRow {
  ids: number[];
  seen: number;
  last: number | null;
}

export const findTasksOfAllSql: Statement<FindTasksOfAllParams, FindTasksOfAllRow> = {
  name: "find_tasks_of_all",
  params: ["before","scanned","state","errorCode","softId","take"],
  notNull: ["ids","seen"],
  text: `
with seen as materialized (
  select id, state, error_code, application_id from task where id < $1::bigint order by id desc limit $2
)
select array(select id from seen
              where ($3::task_state is null or state = $3) and ($4::text is null or error_code = $4)
                and ($5::int is null or application_id = $5)
              order by id desc limit $6)::float8[] as "ids",
       (select count(*) from seen)::int as "seen", (select min(id) from seen)::float8 as "last"`,
};
