// Made from sealed-messages.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface SealedMessagesParams {
  afterMessageId: number;
  limit: bigint | number;
}

export interface SealedMessagesRow {
  messageId: number;
  accountId: number;
  taskId: number;
  name: string;
  sealed: Uint8Array;
}

export const sealedMessagesSql: Statement<SealedMessagesParams, SealedMessagesRow> = {
  name: "sealed_messages",
  params: ["afterMessageId","limit"],
  notNull: ["messageId","accountId","taskId","name","sealed"],
  text: `
select id as "messageId", account_id as "accountId", 0 as "taskId", 'inbound message' as "name", content as "sealed"
  from inbound_message where id > $1 and content is not null order by id limit $2`,
};
