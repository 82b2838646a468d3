// Made from watch-tasks.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface WatchTasksParams {
  watched: readonly {
    n: number | null;
    task_id: number | null;
    account_id: number | null;
    key_id: number | null;
  }[];
}

export interface WatchTasksRow {
  n: number;
  verified: boolean;
  ended: boolean;
  version: string;
}

export const watchTasksSql: Statement<WatchTasksParams, WatchTasksRow> = {
  name: "watch_tasks",
  params: ["watched"],
  encoded: {"watched":[]},
  notNull: ["n","verified","ended","version"],
  text: `
select i.n as "n", i.key_id is null or (
         select k.id from usable_key k where k.id = i.key_id and k.account_id = i.account_id) is not null as "verified",
       coalesce(t.ended_at is not null, true) as "ended",
       coalesce((select wait_name(t.fence, awaited_at) from variable
                  where t.state = 'waiting' and task_id = t.id and awaited_at is not null and state = 'awaited'
                  order by name limit 1), '') as "version"
  from json_to_recordset($1::json) as i(n int, task_id bigint, account_id int, key_id int)
  left join lateral (
    select id, state, fence, ended_at from task where id = i.task_id and account_id = i.account_id limit 1) t on true`,
};
