// Made from count-events.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface CountEventsParams {
  shard: number;
  events: readonly {
    soft_id: number | null;
    metric: string | null;
    label: string | null;
    n: bigint | number | null;
  }[];
}

export interface CountEventsRow {
  counted: number;
}

export const countEventsSql: Statement<CountEventsParams, CountEventsRow> = {
  name: "count_events",
  params: ["shard","events"],
  encoded: {"events":["n"]},
  notNull: ["counted"],
  text: `
select add_counts(array_agg(a.id), array_agg(i.metric), array_agg(i.label), array_agg(i.n), $1) as "counted"
  from json_to_recordset($2::json) as i(soft_id bigint, metric text, label text, n bigint),
       lateral (select id from application where id = i.soft_id limit 1) a
having count(*) > 0`,
};
