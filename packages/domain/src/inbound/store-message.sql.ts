// Made from store-message.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface StoreMessageParams {
  accountId: number;
  sender: string;
  content: Uint8Array;
  fingerprint: Uint8Array;
  logLength: bigint | number;
}

export interface StoreMessageRow {
  stored: boolean;
}

export const storeMessageSql: Statement<StoreMessageParams, StoreMessageRow> = {
  name: "store_message",
  params: ["accountId","sender","content","fingerprint","logLength"],
  notNull: ["stored"],
  text: `
with stored as (
  insert into inbound_message (account_id, sender, content, fingerprint, outcome)
  values ($1, $2, $3, $4, 'kept')
  on conflict (account_id, fingerprint) do nothing
  returning id
), repeated as (
  insert into inbound_message (account_id, sender, outcome)
  select $1, $2, 'repeated' where not exists (select from stored)
), deleted as (
  delete from inbound_message
   where account_id = $1 and id <= (
     select id from inbound_message where account_id = $1 order by id desc offset $5 limit 1)
)
select exists (select from stored) as "stored"`,
};
