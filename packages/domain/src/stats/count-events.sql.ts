// Made from count-events.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface CountEventsParams {
  shard: number;
  events: readonly {
    soft_id: number | null;
    metric: string | null;
    label: string | null;
    n: number | null;
  }[];
}

export type CountEventsRow = Record<never, never>;

export const countEventsSql: Statement<CountEventsParams, CountEventsRow> = {
  name: "count_events",
  params: ["shard","events"],
  encoded: {"events":[]},
  notNull: [],
  text: `
insert into count as c (application_id, metric, bucket, label, shard, n)
select a.id, i.metric, bucket_of(now()), i.label, $1, i.n
  from json_to_recordset($2::json) as i(soft_id bigint, metric text, label text, n int),
       lateral (select id from application where id = i.soft_id limit 1) a
 order by a.id, i.metric, i.label
on conflict (application_id, metric, bucket, label, shard) do update set n = c.n + excluded.n`,
};
