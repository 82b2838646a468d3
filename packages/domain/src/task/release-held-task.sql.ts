// Made from release-held-task.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface ReleaseHeldTaskParams {
  sessionId: number;
}

export interface ReleaseHeldTaskRow {
  released: number;
  notified: bigint;
}

export const releaseHeldTaskSql: Statement<ReleaseHeldTaskParams, ReleaseHeldTaskRow> = {
  name: "release_held_task",
  params: ["sessionId"],
  notNull: ["released","notified"],
  text: `
with released as (
  update task set worker_id = null, queued_at = now(), queued_tick = (select tick from service_clock where id = 1)
   where id = (select id from task where session_id = $1 and worker_id = 0 order by created_at, id limit 1)
     and worker_id = 0
     and not exists (select from task
                      where session_id = $1 and ended_at is null and worker_id is distinct from 0)
  returning 1
), notified as materialized (
  select pg_notify('gatepost_queued', '') where exists (select from released)
)
select (select count(*) from released)::int as "released", (select count(*) from notified) as "notified"`,
};
