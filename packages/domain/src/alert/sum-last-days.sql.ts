// Made from sum-last-days.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface SumLastDaysParams {
  softIds: readonly (number | null)[];
}

export interface SumLastDaysRow {
  softId: number;
  daysAgo: number;
  accepted: number;
  failed: number;
  views: number;
}

export const sumLastDaysSql: Statement<SumLastDaysParams, SumLastDaysRow> = {
  name: "sum_last_days",
  params: ["softIds"],
  notNull: ["softId","daysAgo","accepted","failed","views"],
  text: `
select c.application_id as "softId", (ceil(extract(epoch from bucket_of(now()) - c.bucket) / 86400) - 1)::int as "daysAgo",
       coalesce(sum(c.n) filter (where c.metric = 'ready'), 0)::float8 as "accepted",
       coalesce(sum(c.n) filter (where c.metric = 'error'), 0)::float8 as "failed",
       coalesce(sum(c.n) filter (where c.metric = 'view'), 0)::float8 as "views"
  from count c
 where c.application_id = any($1::int[]) and c.metric in ('ready', 'error', 'view')
   and c.bucket >= bucket_of(now()) - 29 * interval '24 hours' and c.bucket < bucket_of(now())
 group by 1, 2`,
};
