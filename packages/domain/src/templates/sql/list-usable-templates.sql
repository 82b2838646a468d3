-- The templates that an account can use: its own, and the built-in ones that it has not replaced. By the primary key, or by
-- the account's unique names; the account has a few hundred at most.
select t.id as "templateId", t.account_id is null as "builtIn!", t.name, v.id as "versionId", v.number as version,
       v.created_at as "savedAt", v.key_id as "keyId",
       (select k.name from api_key k where k.id = v.key_id and k.account_id = t.account_id) as "keyName?"
  from template t join template_version v on v.id = t.current_version_id
 where (t.account_id = :accountId
        or t.account_id is null
           and not exists (select from template o
                            where o.account_id = :accountId and o.name = t.name and o.current_version_id is not null))
   and not t.draft
   and (:builtIn?::bool is null or :builtIn = (t.account_id is null))
   and (:pattern?::text is null or t.name ilike :pattern)
   and (:after?::int is null or t.id > :after)
 order by t.id
 limit :take
