// Made from find-kept-messages.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface FindKeptMessagesParams {
  accountId: number;
  keptSeconds: number;
}

export interface FindKeptMessagesRow {
  id: number;
  sender: string;
  content: Uint8Array;
  outcome: "kept" | "answering";
  taskId: number | null;
  variable: string | null;
  age: number;
}

export const findKeptMessagesSql: Statement<FindKeptMessagesParams, FindKeptMessagesRow> = {
  name: "find_kept_messages",
  params: ["accountId","keptSeconds"],
  ids: ["taskId"],
  notNull: ["id","sender","content","outcome","age"],
  oneOf: {"outcome":["kept","answering"]},
  text: `
select id, sender, content as "content", outcome as "outcome", task_id as "taskId", variable,
       extract(epoch from now() - received_at)::float8 as "age"
  from inbound_message
 where account_id = $1 and content is not null
   and case outcome when 'kept' then received_at > now() - $2 * interval '1 second'
                    else claimed_at < now() - interval '30 seconds' end
 order by id desc limit 100`,
};
