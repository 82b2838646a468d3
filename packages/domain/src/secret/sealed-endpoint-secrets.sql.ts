// Made from sealed-endpoint-secrets.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface SealedEndpointSecretsParams {
  afterEndpointId: number;
  limit: bigint | number;
}

export interface SealedEndpointSecretsRow {
  endpointId: number;
  accountId: number;
  taskId: number;
  name: string;
  sealed: Uint8Array;
}

export const sealedEndpointSecretsSql: Statement<SealedEndpointSecretsParams, SealedEndpointSecretsRow> = {
  name: "sealed_endpoint_secrets",
  params: ["afterEndpointId","limit"],
  notNull: ["endpointId","accountId","taskId","name","sealed"],
  text: `
select id as "endpointId", account_id as "accountId", 0 as "taskId", 'event endpoint' as "name", secret as "sealed"
  from event_endpoint where id > $1 order by id limit $2`,
};
