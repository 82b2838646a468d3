-- Opens a variable for another attempt, or, asked anew by a repetition, for another value: then the task is never run
-- again, because the value that it had is gone. Locks the task, then its variable, by primary key. The refused value's
-- fingerprint stays, so that it is not accepted twice. If the variable is open already, attempt is the one for which it
-- is open.
with held as materialized (
  select id from task
   where id = :taskId and fence = :fence and worker_id = :workerId and ended_at is null for no key update
), opened as (
  update variable v
     set state = 'awaited', attempt = case when :anew::bool then 1 else v.attempt + 1 end,
         refused = case when not :anew then v.fingerprint end, value = null, fingerprint = null,
         receipts = with_receipt(v), supplied_at = null, supplied_by = null, length = null,
         taken_at = null, awaited_at = null, deadline_tick = null
   where v.task_id = (select id from held) and v.name = :name and v.state = 'taken' and (:anew or v.attempt < :maxAttempts)
  returning v.attempt
), kept as (
  update task set may_submit = true where :anew and id = (select id from held) and exists (select from opened)
)
select exists (select from held) as "held!",
       coalesce((select attempt from opened),
                (select attempt from variable
                  where task_id = :taskId and name = :name and state in ('awaited', 'supplied'))) as "attempt?"
