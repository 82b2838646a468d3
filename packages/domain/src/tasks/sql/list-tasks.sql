-- What lists show of these tasks, by their primary keys; values and results are not read.
select t.id as "taskId", t.account_id as "accountId", t.application_id as "softId", m.name as "templateName",
       t.state, t.error_code as "errorCode", t.price, t.created_at as "createdAt", t.ended_at as "endedAt",
       array(select name from variable
              where t.state = 'waiting' and task_id = t.id and awaited_at is not null and state = 'awaited'
              order by name) as "waitingFor!"
  from task t
  join template_version v on v.id = t.template_version_id
  join template m on m.id = v.template_id
 where t.id = any(:ids::bigint[])
 order by t.id desc
