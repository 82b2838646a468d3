// Made from counts-against-ledger.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface CountsAgainstLedgerParams {
  metric: string;
  after: number;
  through: number;
  kind: "top_up" | "hold" | "capture" | "release" | "commission" | "refund" | "correction";
  limit: bigint | number;
}

export interface CountsAgainstLedgerRow {
  applicationId: number;
  moment: number;
  found: string;
  expected: string;
}

export const countsAgainstLedgerSql: Statement<CountsAgainstLedgerParams, CountsAgainstLedgerRow> = {
  name: "counts_against_ledger",
  params: ["metric","after","through","kind","limit"],
  notNull: ["applicationId","moment","found","expected"],
  text: `
select coalesce(c.application_id, l.application_id) as "applicationId",
       extract(epoch from coalesce(c.bucket, l.bucket))::float8 as "moment",
       coalesce(c.n, 0)::text as "found", coalesce(l.n, 0)::text as "expected"
  from (select n.application_id, n.bucket, sum(n.n) as n
          from application a join count n on n.application_id = a.id and n.metric = $1
                                         and n.bucket > to_timestamp($2) and n.bucket <= to_timestamp($3)
         group by 1, 2) c
  full join (select application_id, bucket_of(at) as bucket, sum(case when kind = 'commission' then available else 1 end) as n
               from ledger_entry
              where kind = $4 and application_id is not null
                and at >= to_timestamp($2) + interval '15 minutes'
                and at < to_timestamp($3) + interval '15 minutes'
              group by 1, 2) l on l.application_id = c.application_id and l.bucket = c.bucket
 where coalesce(c.n, 0) <> coalesce(l.n, 0)
 limit $5`,
};
