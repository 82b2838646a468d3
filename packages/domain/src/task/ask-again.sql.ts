// Made from ask-again.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface AskAgainParams {
  taskId: bigint | number;
  fence: number;
  workerId: number;
  reason: string;
  name: string;
  maxAttempts: number;
}

export interface AskAgainRow {
  held: boolean;
  attempt: number | null;
}

export const askAgainSql: Statement<AskAgainParams, AskAgainRow> = {
  name: "ask_again",
  params: ["taskId","fence","workerId","reason","name","maxAttempts"],
  notNull: ["held"],
  text: `
with held as materialized (
  select id from task
   where id = $1 and fence = $2 and worker_id = $3 and ended_at is null for no key update
), opened as (
  update variable v
     set state = 'awaited', attempt = case $4::text when 'used' then 1 when 'unfit' then v.attempt else v.attempt + 1 end,
         refused = case $4 when 'refused' then v.fingerprint when 'unfit' then v.refused end, value = null, fingerprint = null,
         receipts = with_receipt(v), supplied_at = null, supplied_by = null, length = null,
         taken_at = null, awaited_at = null, deadline_tick = null
   where v.task_id = (select id from held) and v.name = $5 and v.state = 'taken' and ($4 <> 'refused' or v.attempt < $6)
  returning v.attempt
), kept as (
  update task set may_submit = true where $4 = 'used' and id = (select id from held) and exists (select from opened)
)
select exists (select from held) as "held",
       coalesce((select attempt from opened),
                (select attempt from variable
                  where task_id = $1 and name = $5 and state in ('awaited', 'supplied'))) as "attempt"`,
};
