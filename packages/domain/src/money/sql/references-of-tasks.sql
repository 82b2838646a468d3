-- Tasks that refer to something that does not exist, and variables and steps without a task: these tables have no
-- foreign keys (docs/decisions/2026-11-21-hot-rows-without-foreign-keys.md). By primary keys.
(select t.id::float8 as "taskId!", 'no ' || n.what as "found!", n.what as "expected!"
   from task t
   left join account a on a.id = t.account_id
   left join application p on p.id = t.application_id
   left join template_version v on v.id = t.template_version_id
   left join worker w on w.id = t.worker_id,
        lateral (values ('account ' || t.account_id, a.id), ('application ' || t.application_id, p.id),
                        ('version ' || t.template_version_id, v.id), ('worker ' || t.worker_id, w.id)) n(what, id)
  where t.id > :after and t.id <= :through and n.what is not null and n.id is null)
union all
(select o.task_id::float8, 'no task', o.what
   from (select task_id, 'its variable ' || name as what from variable
         union all
         select task_id, 'its step ' || number from task_step) o
  where o.task_id > :after and o.task_id <= :through and not exists (select from task where id = o.task_id))
limit :limit
