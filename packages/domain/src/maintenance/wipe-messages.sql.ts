// Made from wipe-messages.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface WipeMessagesParams {
  keptSeconds: number;
}

export interface WipeMessagesRow {
  n: number;
}

export const wipeMessagesSql: Statement<WipeMessagesParams, WipeMessagesRow> = {
  name: "wipe_messages",
  params: ["keptSeconds"],
  notNull: ["n"],
  text: `
with wiped as (
  update inbound_message
     set content = null, fingerprint = null, outcome = case when outcome = 'kept' then 'unused' else outcome end
   where id in (select id from inbound_message
                 where fingerprint is not null and outcome <> 'answering'
                   and received_at < now() - $1 * interval '1 second' limit 500)
  returning 1
)
select count(*)::int as "n" from wiped`,
};
