-- The outcomes of the waits of an account's latest tasks, in all, by template and by application. At most `scanned` tasks are read,
-- backwards along the account's index; their steps and variables by primary key.
--
-- A wait is a run of a step WAIT_FOR_VARIABLE_VALUE for which the value had not been pushed before. It was answered if a worker took a
-- value during it; the site refused that value if the template then asked for the variable again, or its attempts were exhausted.
-- A wait that goes on, and one whose task a worker lost, are not counted. Each version's steps are decompressed once, not for each wait.
with recent as materialized (
  select id, application_id, template_version_id, created_at, ended_at, late, recording, error_code, error_description
    from task where account_id = :accountId order by id desc limit :scanned
), step as (
  select t.id as task_id, s.id, s.type, s.number, s.path, s.started_at,
         lead(s.started_at) over (partition by t.id order by s.id) as next_at,
         first_value(s.type) over (partition by t.id order by s.id desc) as last_type,
         t.application_id, coalesce(s.version_id, t.template_version_id) as template_version_id, t.ended_at, t.error_code,
         t.error_description
    from recent t cross join lateral timeline_of(t.id) s
   where t.late and not t.recording and t.created_at >= now() - :days::int * interval '1 day'
), begun as materialized (
  select * from step where type = 'WAIT_FOR_VARIABLE_VALUE'
), version as materialized (
  select d.id, m.name, d.document -> 'steps' as steps
    from template_version d join template m on m.id = d.template_id where d.id = any(array(select template_version_id from begun))
), asked as (
  select s.*, d.name as template_name, v.attempt as latest_attempt, r.attempt, r.supplied_at
    from begun s
    join version d on d.id = s.template_version_id
    join variable v on v.task_id = s.task_id and v.name =
         d.steps #>> (coalesce(nullif(s.path, '{}'), array[(s.number - 1)::text]) || '{name,permanent}')
    left join lateral (
      select (e ->> 'attempt')::int as attempt, (e ->> 'suppliedAt')::float8 as supplied_at
        from jsonb_array_elements(with_receipt(v)) e
       where (e ->> 'takenAt')::float8 >= extract(epoch from s.started_at)
         and (s.next_at is null or (e ->> 'takenAt')::float8 <= extract(epoch from s.next_at))
       order by (e ->> 'takenAt')::float8 limit 1) r on true
), wait as (
  select *, supplied_at - extract(epoch from started_at)::float8 as seconds,
         case when supplied_at is not null then 'answered'
              when next_at is not null or ended_at is null then null
              when error_code = 'ERROR_VARIABLE_TIMEOUT' then 'timed out'
              when error_code = 'ERROR_TASK_CANCELED' and error_description like 'A value for % was declined: %' then 'declined'
              when error_code <> 'ERROR_WORKER_LOST' then 'other' end as outcome,
         coalesce(lead(coalesce(attempt, latest_attempt)) over of_variable > attempt,
                  last_type like 'ASK\_AGAIN\_IF\_%' and error_code = 'ERROR_STEP_FAILED', false) as refused
    from asked
  window of_variable as (partition by task_id, number, path order by id)
)
select case when grouping(template_name) = 0 then 'template' when grouping(application_id) = 0 then 'application' else 'all' end
         as "dimension!: all | template | application",
       template_name as "templateName?", application_id as "softId?", count(*)::int as "waits!",
       count(*) filter (where outcome = 'answered')::int as "answered!", count(*) filter (where outcome = 'timed out')::int as "timedOut!",
       count(*) filter (where outcome = 'declined')::int as "declined!",
       count(*) filter (where outcome = 'answered' and refused)::int as "refused!",
       percentile_cont(0.5) within group (order by seconds) as "medianSeconds?",
       percentile_cont(0.95) within group (order by seconds) as "p95Seconds?",
       (select count(*) = :scanned::int and min(created_at) >= now() - :days::int * interval '1 day' from recent) as "isPartial!"
  from wait
 where outcome is not null and (seconds is null or seconds >= 0)
 group by grouping sets ((), (template_name), (application_id))
 order by 1, count(*) desc, template_name, application_id
