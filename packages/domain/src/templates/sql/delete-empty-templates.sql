-- Deletes the drafts and deleted templates of an account of which no version is left.
delete from template t
 where t.account_id = :accountId and (t.draft or t.deleted_at is not null)
   and not exists (select from template_version v where v.template_id = t.id)
returning t.id
