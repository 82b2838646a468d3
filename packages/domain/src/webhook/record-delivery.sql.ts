// Made from record-delivery.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface RecordDeliveryParams {
  problem: string | null;
  status: number | null;
  duration: number | null;
  excerpt: string | null;
  pauseSeconds: number | null;
  deliveryId: bigint | number;
  attempt: number;
}

export type RecordDeliveryRow = Record<never, never>;

export const recordDeliverySql: Statement<RecordDeliveryParams, RecordDeliveryRow> = {
  name: "record_delivery",
  params: ["problem","status","duration","excerpt","pauseSeconds","deliveryId","attempt"],
  notNull: [],
  text: `
update webhook_delivery
   set delivered_at = case when $1::text is null then now() end, last_problem = $1, status = $2, duration = $3, excerpt = $4,
       next_at = case when $1 is not null then now() + $5::float8 * interval '1 second' end
 where id = $6 and attempts = $7`,
};
