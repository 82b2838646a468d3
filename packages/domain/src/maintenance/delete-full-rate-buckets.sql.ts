// Made from delete-full-rate-buckets.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export type DeleteFullRateBucketsParams = Record<never, never>;

export interface DeleteFullRateBucketsRow {
  n: number;
}

export const deleteFullRateBucketsSql: Statement<DeleteFullRateBucketsParams, DeleteFullRateBucketsRow> = {
  name: "delete_full_rate_buckets",
  params: [],
  notNull: ["n"],
  text: `
with deleted as (
  delete from rate_bucket
   where caller in (select caller from rate_bucket where full_at < now() limit 10000 for update skip locked)
  returning 1
)
select count(*)::int as "n" from deleted`,
};
