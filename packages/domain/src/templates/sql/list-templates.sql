-- The templates of all accounts and the built-in ones, or those that one account can use. By the primary key, or by the
-- account's unique names.
select t.id as "templateId", t.account_id as "accountId", t.name, v.number as version,
       jsonb_array_length(v.document -> 'steps') as "steps!", v.created_at as "savedAt"
  from template t join template_version v on v.id = t.current_version_id
 where (:accountId?::int is null or t.account_id = :accountId or t.account_id is null)
   and (:after?::int is null or t.id > :after)
 order by t.id
 limit :take
