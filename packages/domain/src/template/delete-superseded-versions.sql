-- Deletes the versions of an account's templates that were superseded so long ago that no stored task uses them.
delete from template_version v using template t
 where t.id = v.template_id and t.account_id = :accountId and v.id <> t.current_version_id
   and exists (select 1 from template_version later
                where later.template_id = v.template_id and later.number > v.number
                  and later.created_at < now() - :seconds::float8 * interval '1 second')
returning v.id
