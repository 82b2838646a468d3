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
  event: "end" | "waiting";
  wait: string | null;
  taskId: number;
  url: string;
  attempt: number;
  accountId: number;
  secondsSinceEvent: number;
}

export const claimDeliveriesSql: Statement<ClaimDeliveriesParams, ClaimDeliveriesRow> = {
  name: "claim_deliveries",
  params: ["maxOfAccount","underWay","limit","claimSeconds"],
  ids: ["deliveryId","taskId"],
  notNull: ["deliveryId","event","taskId","url","attempt","accountId","secondsSinceEvent"],
  oneOf: {"event":["end","waiting"]},
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
         account_id = (select account_id from task where id = d.task_id)
   where id = any(array(select id from due))
  returning id, task_id, attempts, event, wait, created_at
)
select c.id as "deliveryId", c.event as "event", c.wait as "wait", t.id as "taskId", t.callback_url as "url", c.attempts as attempt, t.account_id as "accountId",
       extract(epoch from now() - c.created_at)::float8 as "secondsSinceEvent"
  from claimed c, lateral (select * from task where id = c.task_id limit 1) t`,
};
