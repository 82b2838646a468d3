// Made from settle-message.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface SettleMessageParams {
  outcome: string;
  detail: string | null;
  ruleName: string | null;
  id: number;
  from: string;
}

export interface SettleMessageRow {
  id: number;
}

export const settleMessageSql: Statement<SettleMessageParams, SettleMessageRow> = {
  name: "settle_message",
  params: ["outcome","detail","ruleName","id","from"],
  notNull: ["id"],
  text: `
update inbound_message
   set outcome = $1, detail = $2, claimed_at = null,
       content = case when $1 = 'kept' then content end,
       task_id = case when $1 in ('answered', 'refused') then task_id end,
       variable = case when $1 in ('answered', 'refused') then variable end,
       rule_name = case when $1 in ('answered', 'refused') then rule_name else $3 end
 where id = $4 and content is not null and outcome = $5
returning id`,
};
