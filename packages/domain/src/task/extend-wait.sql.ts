// Made from extend-wait.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface ExtendWaitParams {
  taskId: bigint | number;
  accountId: number;
  name: string;
  linkId: number | null;
  added: boolean;
  longest: number;
  seconds: number;
  linkExtensions: number;
}

export interface ExtendWaitRow {
  state: "queued" | "running" | "waiting" | "ready" | "failed";
  notified: bigint;
  variable: "awaited" | "supplied" | "taken" | null;
  expiresAt: number | null;
  names: string | null;
  linkExtensions: number | null;
}

export const extendWaitSql: Statement<ExtendWaitParams, ExtendWaitRow> = {
  name: "extend_wait",
  params: ["taskId","accountId","name","linkId","added","longest","seconds","linkExtensions"],
  notNull: ["state","notified"],
  oneOf: {"variable":["awaited","supplied","taken"]},
  text: `
with held as materialized (
  select id, state from task where id = $1 and account_id = $2 for no key update
), wait as materialized (
  select task_id, name, state, deadline_tick from variable
   where task_id = (select id from held) and name = $3 for no key update
), link as materialized (
  select extensions from answer_link where id = $4::int for no key update
), extended as materialized (
  select w.*, greatest(w.deadline_tick, case when $5::bool then least(w.deadline_tick + s.n, c.tick + 1 + $6::int)
                                             else c.tick + 1 + s.n end) as until, c.tick
    from wait w, (select tick from service_clock where id = 1) c, (select ceil($7::float8)::int as n) s
   where (select state from held) = 'waiting' and w.state = 'awaited' and w.deadline_tick is not null
     and coalesce((select extensions from link), 0) < $8
), changed as (
  update variable v set deadline_tick = e.until from extended e where v.task_id = e.task_id and v.name = e.name
), limited as (
  update task t set deadline_tick = greatest(t.deadline_tick + e.until - e.deadline_tick, e.until + 1)
    from extended e where t.id = e.task_id
), counted as (
  update answer_link set extensions = extensions + 1 where id = $4 and exists (select from extended)
), notified as materialized (
  select pg_notify('gatepost_task', $2::int || ':' || task_id) from extended
)
select h.state, (select count(*) from notified) as "notified", (select state from wait)::text as "variable",
       (select floor(extract(epoch from now()) + until - tick) from extended)::float8 as "expiresAt",
       (select string_agg(name, ', ' order by name) from variable where task_id = h.id) as "names",
       (select extensions from link) as "linkExtensions"
  from held h`,
};
