// Made from heartbeat.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface HeartbeatParams {
  seen: number | null;
}

export interface HeartbeatRow {
  tick: number;
  advanced: boolean;
  workers: boolean;
  recoverable: boolean;
  noticesDue: boolean;
  reportsDue: boolean;
}

export const heartbeatSql: Statement<HeartbeatParams, HeartbeatRow> = {
  name: "heartbeat",
  params: ["seen"],
  notNull: ["tick","advanced","workers","recoverable","noticesDue","reportsDue"],
  text: `
with advanced as (
  update service_clock set tick = tick + 1 where id = 1 and tick = $1::int returning tick
), clock as materialized (
  select coalesce((select tick from advanced), (select tick from service_clock where id = 1)) as tick,
         exists (select from advanced) as advanced
)
select c.tick as "tick", c.advanced as "advanced",
       exists (select from worker where ended_at is null and lease_tick > c.tick) as "workers",
       c.advanced and (
         exists (select from worker where ended_at is null and lease_tick <= c.tick) or
         exists (select from worker w, lateral (select from task where worker_id = w.id limit 1) held
                  where w.ended_at is not null)) as "recoverable",
       coalesce((select true from wait_notice where next_at <= now() limit 1),
                (select true from wait_email where next_at <= now() limit 1), false) as "noticesDue",
       coalesce((select true from report_subscription where next_at <= now() limit 1),
                (select true from report_email where next_at <= now() limit 1), false) as "reportsDue"
  from clock c`,
};
