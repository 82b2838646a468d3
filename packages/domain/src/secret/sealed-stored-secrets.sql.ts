// Made from sealed-stored-secrets.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface SealedStoredSecretsParams {
  afterSecretId: number;
  limit: bigint | number;
}

export interface SealedStoredSecretsRow {
  secretId: number;
  accountId: number;
  taskId: number;
  name: string;
  sealed: Uint8Array;
}

export const sealedStoredSecretsSql: Statement<SealedStoredSecretsParams, SealedStoredSecretsRow> = {
  name: "sealed_stored_secrets",
  params: ["afterSecretId","limit"],
  notNull: ["secretId","accountId","taskId","name","sealed"],
  text: `
select id as "secretId", account_id as "accountId", 0 as "taskId", 'stored secret ' || name as "name", value as "sealed"
  from stored_secret where id > $1 order by id limit $2`,
};
