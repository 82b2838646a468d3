// Made from delete-old-messages.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface DeleteOldMessagesParams {
  recordSeconds: number;
}

export interface DeleteOldMessagesRow {
  n: number;
}

export const deleteOldMessagesSql: Statement<DeleteOldMessagesParams, DeleteOldMessagesRow> = {
  name: "delete_old_messages",
  params: ["recordSeconds"],
  notNull: ["n"],
  text: `
with deleted as (
  delete from inbound_message
   where id in (select id from inbound_message
                 where received_at < now() - $1 * interval '1 second' limit 500)
  returning 1
)
select count(*)::int as "n" from deleted`,
};
