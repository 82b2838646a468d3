// Made from worker-heartbeat.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface WorkerHeartbeatParams {
  seen: number | null;
  busy: number;
  leaseTicks: number;
  workerId: number;
}

export interface WorkerHeartbeatRow {
  tick: number;
  advanced: boolean;
  workers: boolean;
  registered: boolean;
  heldIds: number[];
  heldAccountIds: number[];
  heldFences: number[];
  heldSubmitting: boolean[];
}

export const workerHeartbeatSql: Statement<WorkerHeartbeatParams, WorkerHeartbeatRow> = {
  name: "worker_heartbeat",
  params: ["seen","busy","leaseTicks","workerId"],
  notNull: ["tick","advanced","workers","registered","heldIds","heldAccountIds","heldFences","heldSubmitting"],
  text: `
with advanced as (
  update service_clock set tick = tick + 1 where id = 1 and tick = $1::int returning tick
), clock as materialized (
  select coalesce((select tick from advanced), (select tick from service_clock where id = 1)) as tick,
         exists (select from advanced) as advanced
), renewed as (
  update worker set busy = $2, lease_tick = (select tick from clock) + $3
   where id = $4 and ended_at is null
  returning id
)
select c.tick as "tick", c.advanced as "advanced",
       exists (select from worker where ended_at is null and lease_tick > c.tick) as "workers",
       exists (select from renewed) as "registered",
       held.ids as "heldIds", held.account_ids as "heldAccountIds", held.fences as "heldFences", held.submitting as "heldSubmitting"
  from clock c,
       (select coalesce(array_agg(id::float8), '{}') as ids, coalesce(array_agg(account_id), '{}') as account_ids,
               coalesce(array_agg(fence), '{}') as fences, coalesce(array_agg(may_submit), '{}') as submitting
          from task where worker_id = $4) held`,
};
