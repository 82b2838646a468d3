// Made from ask-again.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface AskAgainParams {
  taskId: bigint | number;
  fence: number;
  workerId: number;
  anew: boolean;
  name: string;
  maxAttempts: number;
}

export interface AskAgainRow {
  held: boolean;
  attempt: number | null;
}

export const askAgainSql: Statement<AskAgainParams, AskAgainRow> = {
  name: "ask_again",
  params: ["taskId","fence","workerId","anew","name","maxAttempts"],
  notNull: ["held"],
  text: `
with held as materialized (
  select id from task
   where id = $1 and fence = $2 and worker_id = $3 and ended_at is null for no key update
), opened as (
  update variable v
     set state = 'awaited', attempt = case when $4::bool then 1 else v.attempt + 1 end,
         refused = case when not $4 then v.fingerprint end, value = null, fingerprint = null,
         receipts = with_receipt(v), supplied_at = null, supplied_by = null, length = null,
         taken_at = null, awaited_at = null, deadline_tick = null
   where v.task_id = (select id from held) and v.name = $5 and v.state = 'taken' and ($4 or v.attempt < $6)
  returning v.attempt
), kept as (
  update task set may_submit = true where $4 and id = (select id from held) and exists (select from opened)
)
select exists (select from held) as "held",
       coalesce((select attempt from opened),
                (select attempt from variable
                  where task_id = $1 and name = $5 and state in ('awaited', 'supplied'))) as "attempt"`,
};
