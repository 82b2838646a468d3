-- Deletes versions of an account's templates that no task can need any more: superseded or deleted long ago, or a draft's
-- of more than two days ago without tasks or steps of any. A draft is used again on its day only. By the account's index and the
-- templates' versions; the tasks of the account are read once, and again with the steps of those of drafts if one has no tasks.
with continued as materialized (
  select distinct s.version_id
    from template t
    join template_version v on v.template_id = t.id
    join task k on k.account_id = t.account_id and k.template_version_id = v.id
    join task_step s on s.task_id = k.id and s.version_id is not null
   where t.account_id = :accountId and t.draft)
delete from template_version v using template t
 where t.id = v.template_id and t.account_id = :accountId
   and case when t.draft then
              v.created_at < now() - interval '2 days'
              and not exists (select from task k where k.account_id = t.account_id and k.template_version_id = v.id)
              and not exists (select from continued c where c.version_id = v.id)
            when t.deleted_at is not null then
              t.deleted_at < now() - :seconds::float8 * interval '1 second'
            else
              v.id <> t.current_version_id
              and exists (select from template_version later
                           where later.template_id = v.template_id and later.number > v.number
                             and later.created_at < now() - :seconds::float8 * interval '1 second') end
returning v.id
