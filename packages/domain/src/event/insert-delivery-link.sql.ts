// Made from insert-delivery-link.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface InsertDeliveryLinkParams {
  accountId: number;
  taskId: bigint | number;
  name: string;
  hash: Uint8Array;
  endpointId: number;
}

export type InsertDeliveryLinkRow = Record<never, never>;

export const insertDeliveryLinkSql: Statement<InsertDeliveryLinkParams, InsertDeliveryLinkRow> = {
  name: "insert_delivery_link",
  params: ["accountId","taskId","name","hash","endpointId"],
  notNull: [],
  text: `
insert into answer_link (account_id, task_id, name, hash, expires_at, endpoint_id)
select $1, $2, $3, $4, now() + interval '1 day', id from event_endpoint where id = $5`,
};
