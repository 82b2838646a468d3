// Made from get-spending.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface GetSpendingParams {
  begin: number;
  accountId: number;
  end: number;
  softId: number | null;
  address: string | null;
}

export interface GetSpendingRow {
  hour: number;
  tasks: bigint;
  spent: bigint;
}

export const getSpendingSql: Statement<GetSpendingParams, GetSpendingRow> = {
  name: "get_spending",
  params: ["begin","accountId","end","softId","address"],
  notNull: ["hour","tasks","spent"],
  text: `
select floor((extract(epoch from e.at) - $1::float8) / 3600)::int as "hour", count(*) as "tasks", sum(e.platform)::bigint as "spent"
  from ledger_entry e
 where e.account_id = $2 and e.kind = 'capture'
   and e.at >= to_timestamp($1::float8) and e.at < to_timestamp($3::float8)
   and ($4::int is null or e.application_id = $4)
   and ($5::text is null or exists (select 1 from task where id = e.task_id and address = $5))
 group by 1`,
};
