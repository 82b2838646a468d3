-- What these tasks wait for, soonest to expire first, with the step whose picture shows the page that asks. Otherwise as in
-- get-task-variables.sql.
select t.id as "taskId!", m.name as "templateName!", t.website_url as "websiteUrl!", t.application_id as "softId", w.name as "name!",
       w.state as "state!", w.attempt as "attempt!",
       w.length, w.supplied_at as "suppliedAt", w.taken_at as "takenAt", w.awaited_at as "awaitedAt", wait_name(t.fence, w.awaited_at) as "wait?",
       case when w.deadline_tick is not null then
         now() + greatest(0, least(w.deadline_tick, t.deadline_tick) - (select tick from service_clock where id = 1)) * interval '1 second' end as "deadline?",
       w.prompt as "words?", v.id as "versionId!", t.step as "step!", t.step_path as "stepPath?", p.id as "pictureStepId?"
  from variable w
  join task t on t.id = w.task_id
  join template_version v on v.id = t.template_version_id
  join template m on m.id = v.template_id
  left join lateral (
    select id from task_step where task_id = t.id and picture is not null order by id desc limit 1) p on true
 where t.id = any(:ids::bigint[]) and t.account_id = :accountId and t.state = 'waiting' and w.awaited_at is not null
   and w.state = 'awaited'
 order by least(w.deadline_tick, t.deadline_tick), t.id
 limit :take
