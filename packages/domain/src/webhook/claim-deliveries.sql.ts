// Made from claim-deliveries.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface ClaimDeliveriesParams {
  maxOfAccount: bigint | number;
  underWay: readonly (number | null)[];
  limit: bigint | number;
  claimSeconds: number;
}

export interface ClaimDeliveriesRow {
  deliveryId: number;
  event: "end" | "waiting" | "reminder" | "test";
  wait: string | null;
  taskId: number | null;
  url: string | null;
  attempt: number;
  accountId: number;
  endpointId: number | null;
  format: "standard" | "text" | "discord" | null;
  linkOrigin: string | null;
  occurred: number;
  secondsSinceEvent: number;
}

export const claimDeliveriesSql: Statement<ClaimDeliveriesParams, ClaimDeliveriesRow> = {
  name: "claim_deliveries",
  params: ["maxOfAccount","underWay","limit","claimSeconds"],
  ids: ["deliveryId","taskId"],
  notNull: ["deliveryId","event","attempt","accountId","occurred","secondsSinceEvent"],
  oneOf: {"event":["end","waiting","reminder","test"],"format":["standard","text","discord"]},
  text: `
with recursive owner (id) as (
  select min(account_id) from webhook_delivery where next_at is not null
  union all
  select (select min(account_id) from webhook_delivery where next_at is not null and account_id > owner.id)
    from owner where id is not null
), due as materialized (
  select d.id
    from owner, lateral (
      select id, next_at from webhook_delivery where account_id = owner.id and next_at <= now()
       order by next_at
       limit greatest(0, $1 - (select count(*) from unnest($2::int[]) other where other = owner.id))
         for update skip locked
    ) d
   order by d.next_at limit $3
), claimed as (
  update webhook_delivery d
     set attempts = attempts + 1, next_at = now() + $4 * interval '1 second',
         account_id = coalesce((select account_id from task where id = d.task_id), account_id)
   where id = any(array(select id from due))
  returning id, task_id, account_id, attempts, event, wait, created_at, endpoint_id
)
select c.id as "deliveryId", c.event as "event", c.wait as "wait", t.id as "taskId",
       coalesce(p.url, case when c.endpoint_id is null then t.callback_url end) as "url", c.attempts as "attempt", c.account_id as "accountId",
       c.endpoint_id as "endpointId", p.format as "format", p.link_origin as "linkOrigin",
       extract(epoch from c.created_at)::float8 as "occurred",
       extract(epoch from now() - c.created_at)::float8 as "secondsSinceEvent"
  from claimed c
  left join lateral (select * from task where id = c.task_id limit 1) t on true
  left join lateral (select * from event_endpoint where id = c.endpoint_id limit 1) p on true`,
};
