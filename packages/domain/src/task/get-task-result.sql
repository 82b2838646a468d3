-- A task of the account by its primary key; its variables only while it waits, its solution only until it is deleted.
select t.state, t.step, t.step_path as "stepPath?", t.attempts, t.price, t.address, t.error_code as "errorCode", t.error_description as "errorDescription",
       floor(extract(epoch from t.created_at))::float8 as "created!", floor(extract(epoch from t.ended_at))::float8 as ended,
       case when t.ended_at > now() - :solutionSeconds * interval '1 second' then t.solution end as solution,
       jsonb_array_length(v.document -> 'steps') as "steps!",
       coalesce(v.document -> 'steps' #>> (coalesce(t.step_path, array[(t.step - 1)::text]) || 'type'::text), '') as "stepType!",
       case when t.state = 'waiting' then
         array(select name from variable where task_id = t.id and awaited_at is not null and state = 'awaited' order by name)
       else '{}' end as "waitingFor!"
  from task t join template_version v on v.id = t.template_version_id
 where t.id = :taskId and t.account_id = :accountId
