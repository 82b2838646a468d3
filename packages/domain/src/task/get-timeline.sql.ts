// Made from get-timeline.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface GetTimelineParams {
  pictureSeconds: number;
  taskId: bigint | number;
  accountId: number;
  after: bigint | number | null;
  take: bigint | number;
}

export interface GetTimelineRow {
  stepId: number;
  run: number;
  number: number;
  path: string[] | null;
  type: string;
  note: string | null;
  startedAt: Date;
  endedAt: Date | null;
  outcome: "done" | "failed" | "stopped" | null;
  hasPicture: boolean;
  target: unknown | null;
}

export const getTimelineSql: Statement<GetTimelineParams, GetTimelineRow> = {
  name: "get_timeline",
  params: ["pictureSeconds","taskId","accountId","after","take"],
  ids: ["stepId"],
  notNull: ["stepId","run","number","type","startedAt","hasPicture"],
  oneOf: {"outcome":["done","failed","stopped"]},
  text: `
select s.id as "stepId", s.rank as "run", s.number, s.path as "path", s.type, s.note, s.started_at as "startedAt",
       coalesce(s.ended_at, case when s.next_at is not null then greatest(s.started_at, s.next_at)
                                when s.run < t.fence then t.queued_at else t.ended_at end) as "endedAt",
       coalesce(s.outcome, case when s.next_at is not null then 'done' when s.run < t.fence then 'stopped' when t.ended_at is null then null
                                when t.state = 'ready' then 'done' else 'failed' end)
         as "outcome",
       s.pictured and (t.ended_at is null or t.ended_at > now() - $1::float8 * interval '1 second') as "hasPicture",
       coalesce(d.step -> 'selector', d.step -> 'name', d.step -> 'text', d.step -> 'pattern', d.step -> 'url', d.step -> 'from',
                d.step -> 'to') as "target"
  from task t
  join template_version v on v.id = t.template_version_id
  join (select *, dense_rank() over (order by run)::int as rank, picture is not null as pictured,
               lead(started_at) over (partition by run order by id) as next_at
          from task_step where task_id = $2) s on s.task_id = t.id
  cross join lateral (
    select case when s.number > 0 then
      v.document -> 'steps' #> coalesce(nullif(s.path, '{}'), array[(s.number - 1)::text]) end as step) d
 where t.id = $2 and t.account_id = $3 and ($4::bigint is null or s.id > $4)
 order by s.id
 limit $5`,
};
