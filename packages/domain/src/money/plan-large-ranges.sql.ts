// Made from plan-large-ranges.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export type PlanLargeRangesParams = Record<never, never>;

export interface PlanLargeRangesRow {
  planCacheMode: string;
  seqscan: string;
}

export const planLargeRangesSql: Statement<PlanLargeRangesParams, PlanLargeRangesRow> = {
  name: "plan_large_ranges",
  params: [],
  notNull: ["planCacheMode","seqscan"],
  text: `
select set_config('plan_cache_mode', 'auto', true) as "planCacheMode", set_config('enable_seqscan', 'on', true) as "seqscan"`,
};
