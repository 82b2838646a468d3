// Made from replay-delivery.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface ReplayDeliveryParams {
  deliveryId: bigint | number;
  accountId: number;
}

export interface ReplayDeliveryRow {
  id: number;
}

export const replayDeliverySql: Statement<ReplayDeliveryParams, ReplayDeliveryRow> = {
  name: "replay_delivery",
  params: ["deliveryId","accountId"],
  ids: ["id"],
  notNull: ["id"],
  text: `
update webhook_delivery
   set next_at = now(), delivered_at = null
 where id = $1 and account_id = $2 and endpoint_id is not null and next_at is null
returning id`,
};
