-- A working link by the hash of its token, and the task that it belongs to by its primary key.
select l.id as "linkId", l.account_id as "accountId", l.task_id as "taskId", l.name, l.extensions, a.email, l.live, a.embed_origins as "embedOrigins",
       coalesce((select v.awaited_at is not null and v.state = 'awaited' from variable v where v.task_id = t.id and v.name = l.name), false) as "isAwaited!",
       extract(epoch from l.expires_at)::float8 * 1000 as "until!",
       m.name as "templateName", t.website_url as "websiteUrl"
  from answer_link l
  join task t on t.id = l.task_id
  join account a on a.id = l.account_id
  join template_version v on v.id = t.template_version_id
  join template m on m.id = v.template_id
 where l.hash = :hash and l.revoked_at is null and l.expires_at > now() and t.ended_at is null and a.suspended_at is null
