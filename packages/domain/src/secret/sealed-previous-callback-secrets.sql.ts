// Made from sealed-previous-callback-secrets.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface SealedPreviousCallbackSecretsParams {
  afterAccountId: number;
  limit: bigint | number;
}

export interface SealedPreviousCallbackSecretsRow {
  accountId: number;
  taskId: number;
  name: string;
  sealed: Uint8Array;
}

export const sealedPreviousCallbackSecretsSql: Statement<SealedPreviousCallbackSecretsParams, SealedPreviousCallbackSecretsRow> = {
  name: "sealed_previous_callback_secrets",
  params: ["afterAccountId","limit"],
  notNull: ["accountId","taskId","name","sealed"],
  text: `
select account_id as "accountId", 0 as "taskId", 'callback secret' as "name", previous as "sealed"
  from callback_secret where previous is not null and account_id > $1 order by account_id limit $2`,
};
