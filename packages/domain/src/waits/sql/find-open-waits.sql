-- The waits of an account that a text can answer, by the partial index of tasks that a worker holds.
select t.id as "taskId", v.name, m.name as "template", coalesce(v.form, v.pattern) as "form?",
       d.id as "versionId", t.step, t.step_path as "stepPath"
  from task t
  join variable v on v.task_id = t.id and v.awaited_at is not null and v.state = 'awaited'
  join template_version d on d.id = t.template_version_id
  join template m on m.id = d.template_id
 where t.account_id = :accountId and t.state = 'waiting' and t.worker_id is not null
   and (v.form is null or v.form not like '{%' or coalesce(v.form::jsonb ->> 'kind', 'text') in ('text', 'code'))
 order by t.id
