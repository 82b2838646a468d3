// Made from get-wait-stats.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface GetWaitStatsParams {
  accountId: number;
  scanned: bigint | number;
  days: number;
}

export interface GetWaitStatsRow {
  dimension: "all" | "template" | "application";
  templateName: string | null;
  softId: number | null;
  waits: number;
  answered: number;
  timedOut: number;
  declined: number;
  refused: number;
  medianSeconds: number | null;
  p95Seconds: number | null;
  isPartial: boolean;
}

export const getWaitStatsSql: Statement<GetWaitStatsParams, GetWaitStatsRow> = {
  name: "get_wait_stats",
  params: ["accountId","scanned","days"],
  notNull: ["dimension","waits","answered","timedOut","declined","refused","isPartial"],
  oneOf: {"dimension":["all","template","application"]},
  text: `
with recent as materialized (
  select id, application_id, template_version_id, created_at, ended_at, late, error_code, error_description
    from task where account_id = $1 order by id desc limit $2
), step as (
  select t.id as task_id, s.id, s.type, s.number, s.path, s.started_at,
         lead(s.started_at) over (partition by t.id order by s.id) as next_at,
         first_value(s.type) over (partition by t.id order by s.id desc) as last_type,
         t.application_id, t.template_version_id, t.ended_at, t.error_code, t.error_description
    from recent t join task_step s on s.task_id = t.id
   where t.late and t.created_at >= now() - $3::int * interval '1 day'
), asked as (
  select s.*, m.name as template_name, v.attempt as latest_attempt, r.attempt, r.supplied_at
    from step s
    join template_version d on d.id = s.template_version_id
    join template m on m.id = d.template_id
    join variable v on v.task_id = s.task_id and v.name =
         d.document -> 'steps' #>> (coalesce(nullif(s.path, '{}'), array[(s.number - 1)::text]) || '{name,permanent}')
    left join lateral (
      select (e ->> 'attempt')::int as attempt, (e ->> 'suppliedAt')::float8 as supplied_at
        from jsonb_array_elements(with_receipt(v)) e
       where (e ->> 'takenAt')::float8 >= extract(epoch from s.started_at)
         and (s.next_at is null or (e ->> 'takenAt')::float8 <= extract(epoch from s.next_at))
       order by (e ->> 'takenAt')::float8 limit 1) r on true
   where s.type = 'WAIT_FOR_VARIABLE_VALUE'
), wait as (
  select *, supplied_at - extract(epoch from started_at)::float8 as seconds,
         case when supplied_at is not null then 'answered'
              when next_at is not null or ended_at is null then null
              when error_code = 'ERROR_VARIABLE_TIMEOUT' then 'timed out'
              when error_code = 'ERROR_TASK_CANCELED' and error_description like 'A value for % was declined: %' then 'declined'
              when error_code <> 'ERROR_WORKER_LOST' then 'other' end as outcome,
         coalesce(lead(coalesce(attempt, latest_attempt)) over of_variable > attempt,
                  last_type like 'ASK\\_AGAIN\\_IF\\_%' and error_code = 'ERROR_STEP_FAILED', false) as refused
    from asked
  window of_variable as (partition by task_id, number, path order by id)
)
select case when grouping(template_name) = 0 then 'template' when grouping(application_id) = 0 then 'application' else 'all' end
         as "dimension",
       template_name as "templateName", application_id as "softId", count(*)::int as "waits",
       count(*) filter (where outcome = 'answered')::int as "answered", count(*) filter (where outcome = 'timed out')::int as "timedOut",
       count(*) filter (where outcome = 'declined')::int as "declined",
       count(*) filter (where outcome = 'answered' and refused)::int as "refused",
       percentile_cont(0.5) within group (order by seconds) as "medianSeconds",
       percentile_cont(0.95) within group (order by seconds) as "p95Seconds",
       (select count(*) = $2::int and min(created_at) >= now() - $3::int * interval '1 day' from recent) as "isPartial"
  from wait
 where outcome is not null and (seconds is null or seconds >= 0)
 group by grouping sets ((), (template_name), (application_id))
 order by 1, count(*) desc, template_name, application_id`,
};
