// Made from sealed-previous-endpoint-secrets.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface SealedPreviousEndpointSecretsParams {
  afterEndpointId: number;
  limit: bigint | number;
}

export interface SealedPreviousEndpointSecretsRow {
  endpointId: number;
  accountId: number;
  taskId: number;
  name: string;
  sealed: Uint8Array;
}

export const sealedPreviousEndpointSecretsSql: Statement<SealedPreviousEndpointSecretsParams, SealedPreviousEndpointSecretsRow> = {
  name: "sealed_previous_endpoint_secrets",
  params: ["afterEndpointId","limit"],
  notNull: ["endpointId","accountId","taskId","name","sealed"],
  text: `
select id as "endpointId", account_id as "accountId", 0 as "taskId", 'event endpoint' as "name", previous as "sealed"
  from event_endpoint where id > $1 and previous is not null order by id limit $2`,
};
