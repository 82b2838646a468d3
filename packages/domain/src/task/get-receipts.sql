-- The outcomes of the values that were pushed to a task, those of a variable in their order. Finds them by primary keys. The step is the first
-- one that uses the variable, once the task has reached it.
select v.name as "name!", (r.receipt ->> 'attempt')::int as "attempt!", (r.receipt ->> 'length')::int as "length?",
       floor((r.receipt ->> 'suppliedAt')::float8) as "pushedAt!", floor((r.receipt ->> 'takenAt')::float8) as "takenAt?",
       coalesce(r.receipt ->> 'suppliedBy', '') as "by!", k.name as "keyName?", k.hint as "keyHint?", u.email as "userEmail?", e.email as "linkEmail?",
       v.state = 'supplied' and t.ended_at is null and v.supplied_at is not null
         and r.nth = jsonb_array_length(with_receipt(v)) as "open!",
       (select s.n from jsonb_array_elements(d.document -> 'steps') with ordinality s(step, n)
         where s.n <= t.step and (jsonb_path_exists(s.step, '$.** ? (@.variable == $name)', jsonb_build_object('name', v.name))
                                  or position('{{' || v.name || '}}' in s.step::text) > 0)
         order by s.n limit 1)::int as "step?"
  from task t
  join template_version d on d.id = t.template_version_id
  join variable v on v.task_id = t.id
  cross join lateral jsonb_array_elements(with_receipt(v)) with ordinality as r(receipt, nth)
  left join api_key k on k.id = substring(r.receipt ->> 'suppliedBy' from '^key ([0-9]+)$')::int and k.account_id = t.account_id
  left join portal_user u on u.id = substring(r.receipt ->> 'suppliedBy' from '^user (.*)$') and u.account_id = t.account_id
  left join answer_link l on l.id = substring(r.receipt ->> 'suppliedBy' from '^link ([0-9]+)$')::int and l.task_id = t.id
  left join email_address e on e.id = l.email_address_id
 where t.id = :taskId and t.account_id = :accountId
 order by "pushedAt!", v.name, r.nth
