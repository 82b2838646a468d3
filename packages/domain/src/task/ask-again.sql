-- Opens a variable for another attempt. Locks the task, then its variable, by primary key. The refused value's
-- fingerprint stays, so that it is not accepted twice. If the variable is open already, attempt is the one for which it
-- is open.
with held as materialized (
  select id from task
   where id = :taskId and fence = :fence and worker_id = :workerId and ended_at is null for no key update
), opened as (
  update variable v
     set state = 'awaited', attempt = v.attempt + 1, refused = v.fingerprint, value = null, fingerprint = null,
         taken_at = null, awaited_at = null, deadline_tick = null
   where v.task_id = (select id from held) and v.name = :name and v.state = 'taken' and v.attempt < :maxAttempts
  returning v.attempt
)
select exists (select from held) as "held!",
       coalesce((select attempt from opened),
                (select attempt from variable
                  where task_id = :taskId and name = :name and state in ('awaited', 'supplied'))) as "attempt?"
