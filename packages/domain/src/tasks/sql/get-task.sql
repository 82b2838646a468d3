-- A task of the account, by primary keys throughout; no value and no result is read. The picture is of its latest step that has one, until
-- pictures are deleted.
select t.id as "taskId", v.id as "versionId", t.step_path as "stepPath", t.application_id as "softId", m.name as "templateName", t.state, t.website_url as "websiteUrl",
       t.step, jsonb_array_length(v.document -> 'steps') as "steps!",
       coalesce(v.document -> 'steps' #>> (coalesce(t.step_path, array[(t.step - 1)::text]) || 'type'::text), '') as "stepType!", t.attempts, t.price,
       t.created_at as "createdAt", t.started_at as "startedAt", t.ended_at as "endedAt", t.error_code as "errorCode",
       t.error_description as "errorDescription",
       (select s.id from task_step s
         where s.task_id = t.id and s.picture is not null
               and (t.ended_at is null or t.ended_at > now() - :pictureSeconds::float8 * interval '1 second')
         order by s.id desc limit 1)::float8 as "pictureStepId?"
  from task t
  join template_version v on v.id = t.template_version_id
  join template m on m.id = v.template_id
 where t.id = :taskId and t.account_id = :accountId
