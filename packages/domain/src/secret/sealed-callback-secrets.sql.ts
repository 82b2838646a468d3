// Made from sealed-callback-secrets.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface SealedCallbackSecretsParams {
  afterAccountId: number;
  limit: bigint | number;
}

export interface SealedCallbackSecretsRow {
  accountId: number;
  taskId: number;
  name: string;
  sealed: Uint8Array;
}

export const sealedCallbackSecretsSql: Statement<SealedCallbackSecretsParams, SealedCallbackSecretsRow> = {
  name: "sealed_callback_secrets",
  params: ["afterAccountId","limit"],
  notNull: ["accountId","taskId","name","sealed"],
  text: `
select account_id as "accountId", 0 as "taskId", 'callback secret' as "name", secret as "sealed"
  from callback_secret where account_id > $1 order by account_id limit $2`,
};
