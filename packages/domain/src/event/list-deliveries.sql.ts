// Made from list-deliveries.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface ListDeliveriesParams {
  endpointId: number;
  accountId: number;
  after: bigint | number | null;
  take: bigint | number;
}

export interface ListDeliveriesRow {
  deliveryId: number;
  taskId: number | null;
  event: string;
  attempts: number;
  nextAt: Date | null;
  deliveredAt: Date | null;
  problem: string | null;
  status: number | null;
  duration: number | null;
  excerpt: string | null;
  createdAt: Date;
}

export const listDeliveriesSql: Statement<ListDeliveriesParams, ListDeliveriesRow> = {
  name: "list_deliveries",
  params: ["endpointId","accountId","after","take"],
  ids: ["deliveryId","taskId"],
  notNull: ["deliveryId","event","attempts","createdAt"],
  text: `
select d.id as "deliveryId", d.task_id as "taskId", case when d.event = 'end' then t.state::text else d.event end as "event",
       d.attempts as "attempts", d.next_at as "nextAt", d.delivered_at as "deliveredAt", d.last_problem as "problem", d.status, d.duration, d.excerpt,
       d.created_at as "createdAt"
  from event_endpoint p
  join webhook_delivery d on d.endpoint_id = p.id
  left join task t on t.id = d.task_id
 where p.id = $1 and p.account_id = $2 and ($3::bigint is null or d.id < $3)
 order by d.id desc limit $4`,
};
