// Made from read-recent-counts.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface ReadRecentCountsParams {
  spans: readonly {
    n: number | null;
    soft_id: number | null;
    metric: string | null;
    begins: number | null;
    ends: number | null;
  }[];
}

export interface ReadRecentCountsRow {
  n: number;
  label: string;
  sum: bigint;
}

export const readRecentCountsSql: Statement<ReadRecentCountsParams, ReadRecentCountsRow> = {
  name: "read_recent_counts",
  params: ["spans"],
  encoded: {"spans":[]},
  notNull: ["n","label","sum"],
  text: `
select i.n as "n", c.label, c.sum as "sum"
  from json_to_recordset($1::json) as i(n int, soft_id int, metric text, begins float8, ends float8),
       lateral (select label, sum(n)::bigint as sum from count
                 where application_id = i.soft_id and metric = i.metric
                   and bucket >= to_timestamp(i.begins) and bucket < to_timestamp(i.ends)
                 group by label) c`,
};
