-- Built-in templates first, then by account and name.
select t.id as "templateId", t.account_id as "accountId", t.name, v.number as version,
       jsonb_array_length(v.document -> 'steps') as "steps!", v.created_at as "savedAt"
  from template t join template_version v on v.id = t.current_version_id
 where :accountId?::int is null or t.account_id = :accountId or t.account_id is null
 order by t.account_id nulls first, t.name
