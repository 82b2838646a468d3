// Made from get-timeline.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface GetTimelineParams {
  solutionSeconds: number;
  taskId: bigint | number;
  accountId: number;
}

export interface GetTimelineRow {
  run: number;
  number: number | null;
  type: string | null;
  startedAt: Date | null;
  endedAt: Date | null;
  outcome: "done" | "failed" | "stopped" | null;
  picture: Uint8Array | null;
}

export const getTimelineSql: Statement<GetTimelineParams, GetTimelineRow> = {
  name: "get_timeline",
  params: ["solutionSeconds","taskId","accountId"],
  notNull: ["run"],
  oneOf: {"outcome":["done","failed","stopped"]},
  text: `
select dense_rank() over (order by s.run)::int as "run", s.number as "number", s.type as "type",
       s.started_at as "startedAt",
       coalesce(s.ended_at, case when s.run < t.fence then t.queued_at else t.ended_at end) as "endedAt",
       coalesce(s.outcome, case when s.run < t.fence then 'stopped' when t.ended_at is null then null
                                when t.state = 'ready' then 'done' else 'failed' end) as "outcome",
       case when t.ended_at is null or t.ended_at > now() - $1 * interval '1 second' then s.picture end as "picture"
  from task t left join task_step s on s.task_id = t.id
 where t.id = $2 and t.account_id = $3
 order by s.id`,
};
