-- Goes on with another version of the task's draft. The steps that it has run so far stay those of the version before. It is never
-- run again by itself, because that would begin with the first step. Locks the task by primary key.
with held as materialized (
  select id, template_version_id from task
   where id = :taskId and fence = :fence and worker_id = :workerId and ended_at is null for no key update
), ran as (
  update task_step s set version_id = h.template_version_id from held h where s.task_id = h.id and s.version_id is null
), continued as (
  update task set template_version_id = :versionId, may_submit = true where id = (select id from held)
)
select id from held
