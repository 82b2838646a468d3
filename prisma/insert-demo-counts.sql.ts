// Made from insert-demo-counts.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface InsertDemoCountsParams {
  applicationId: number;
  counts: readonly {
    metric: string | null;
    label: string | null;
    bucket: Date | null;
    n: bigint | number | null;
  }[];
}

export type InsertDemoCountsRow = Record<never, never>;

export const insertDemoCountsSql: Statement<InsertDemoCountsParams, InsertDemoCountsRow> = {
  name: "insert_demo_counts",
  params: ["applicationId","counts"],
  encoded: {"counts":["n"]},
  notNull: [],
  text: `
insert into count (application_id, metric, label, bucket, n)
select $1, metric, label, bucket, n
  from json_to_recordset($2::json) as c(metric text, label text, bucket timestamptz, n bigint)`,
};
