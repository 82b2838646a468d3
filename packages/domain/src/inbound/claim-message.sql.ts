// Made from claim-message.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface ClaimMessageParams {
  ruleName: string | null;
  taskId: bigint | number;
  variable: string;
  content: Uint8Array;
  id: number;
}

export interface ClaimMessageRow {
  id: number;
}

export const claimMessageSql: Statement<ClaimMessageParams, ClaimMessageRow> = {
  name: "claim_message",
  params: ["ruleName","taskId","variable","content","id"],
  notNull: ["id"],
  text: `
update inbound_message
   set outcome = 'answering', rule_name = coalesce($1, rule_name), task_id = $2, variable = $3, content = $4,
       claimed_at = now()
 where id = $5 and content is not null
   and (outcome = 'kept' or claimed_at < now() - interval '30 seconds')
returning id`,
};
