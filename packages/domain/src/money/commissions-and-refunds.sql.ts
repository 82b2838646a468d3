// Made from commissions-and-refunds.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface CommissionsAndRefundsParams {
  after: bigint | number;
  through: bigint | number;
  limit: bigint | number;
}

export interface CommissionsAndRefundsRow {
  taskId: number;
  found: string;
  expected: string;
}

export const commissionsAndRefundsSql: Statement<CommissionsAndRefundsParams, CommissionsAndRefundsRow> = {
  name: "commissions_and_refunds",
  params: ["after","through","limit"],
  notNull: ["taskId","found","expected"],
  text: `
select l.task_id::float8 as "taskId", l.kind::text || ' of ' || l.available as "found",
       case when c.id is null then 'a capture beside it'
            else 'a ' || l.kind::text || ' of ' || c.platform || case when l.kind = 'refund' then '' else ' at most' end end
         as "expected"
  from (select task_id, kind, available from ledger_entry where kind = 'commission'
        union all
        select task_id, kind, available from ledger_entry where kind = 'refund') l
  left join ledger_entry c on c.task_id = l.task_id and c.kind = 'capture'
 where l.task_id > $1 and l.task_id <= $2
   and (c.id is null or l.available > c.platform or l.kind = 'refund' and l.available <> c.platform)
 limit $3`,
};
