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
  recoverable: boolean;
  registered: boolean;
  queued: boolean;
  due: boolean;
  assignedIds: number[];
  assignedAccountIds: number[];
  assignedFences: number[];
  assignedSubmitting: boolean[];
}

export const workerHeartbeatSql: Statement<WorkerHeartbeatParams, WorkerHeartbeatRow> = {
  name: "worker_heartbeat",
  params: ["seen","busy","leaseTicks","workerId"],
  notNull: ["tick","advanced","workers","recoverable","registered","queued","due","assignedIds","assignedAccountIds","assignedFences","assignedSubmitting"],
  text: `
with recursive advanced as (
  update service_clock set tick = tick + 1 where id = 1 and tick = $1::int returning tick
), clock as materialized (
  select coalesce((select tick from advanced), (select tick from service_clock where id = 1)) as tick,
         exists (select from advanced) as advanced
), renewed as (
  update worker set busy = $2, lease_tick = (select tick from clock) + $3
   where id = $4 and ended_at is null
  returning id
), owner (id) as (
  select min(account_id) from webhook_delivery where next_at is not null
  union all
  select (select min(account_id) from webhook_delivery where next_at is not null and account_id > owner.id)
    from owner where id is not null
)
select c.tick as "tick", c.advanced as "advanced",
       exists (select from worker where ended_at is null and lease_tick > c.tick) as "workers",
       c.advanced and (
         exists (select from worker where ended_at is null and lease_tick <= c.tick) or
         exists (select from worker w, lateral (select from task where worker_id = w.id limit 1) held
                  where w.ended_at is not null)) as "recoverable",
       exists (select from renewed) as "registered",
       coalesce((select true from task where worker_id is null and ended_at is null
                  order by price desc limit 1), false) as "queued",
       exists (select from owner, lateral (
                 select from webhook_delivery where account_id = owner.id and next_at <= now() limit 1) one) as "due",
       assigned.ids as "assignedIds", assigned.account_ids as "assignedAccountIds", assigned.fences as "assignedFences",
       assigned.submitting as "assignedSubmitting"
  from clock c,
       (select coalesce(array_agg(id::float8), '{}') as ids, coalesce(array_agg(account_id), '{}') as account_ids,
               coalesce(array_agg(fence), '{}') as fences, coalesce(array_agg(may_submit), '{}') as submitting
          from task where worker_id = $4) assigned`,
};
