// Made from roll-endpoint-secret.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface RollEndpointSecretParams {
  graceSeconds: number;
  secret: Uint8Array;
  endpointId: number;
  accountId: number;
}

export interface RollEndpointSecretRow {
  id: number;
}

export const rollEndpointSecretSql: Statement<RollEndpointSecretParams, RollEndpointSecretRow> = {
  name: "roll_endpoint_secret",
  params: ["graceSeconds","secret","endpointId","accountId"],
  notNull: ["id"],
  text: `
update event_endpoint
   set previous = secret, previous_until = now() + $1 * interval '1 second', secret = $2
 where id = $3 and account_id = $4
returning id`,
};
