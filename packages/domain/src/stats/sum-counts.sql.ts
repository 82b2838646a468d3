// Made from sum-counts.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface SumCountsParams {
  begins: readonly (Date | null)[];
  softId: number;
  metric: string;
  end: Date;
}

export interface SumCountsRow {
  span: number;
  label: string;
  n: bigint;
}

export const sumCountsSql: Statement<SumCountsParams, SumCountsRow> = {
  name: "sum_counts",
  params: ["begins","softId","metric","end"],
  notNull: ["span","label","n"],
  text: `
select width_bucket(bucket, $1::timestamptz[]) as "span", label, sum(n)::bigint as "n"
  from count
 where application_id = $2 and metric = $3
   and bucket >= ($1::timestamptz[])[1] and bucket < $4
 group by 1, 2`,
};
