-- The names of the templates that an account can use. By the unique index on account and name.
select t.name from template t
 where (t.account_id = :accountId or t.account_id is null) and t.current_version_id is not null and not t.draft
 order by t.name
 limit 1000
