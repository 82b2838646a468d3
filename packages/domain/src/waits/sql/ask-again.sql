-- Opens a variable for another value. reason says why the one that was taken is discarded. refused: the site refused it; its
-- fingerprint stays, so that it is not accepted twice. used: a repetition or another wait has used it, and attempts are
-- counted from 1 again; the task is never run again, because the value that it had is gone. unfit: it was pushed before its
-- wait was reached, which does not accept it. Locks the task, then its variable, by primary key. If the variable is open
-- already, attempt is the one for which it is open.
with held as materialized (
  select id from task
   where id = :taskId and fence = :fence and worker_id = :workerId and ended_at is null for no key update
), opened as (
  update variable v
     set state = 'awaited', attempt = case :reason::text when 'used' then 1 when 'unfit' then v.attempt else v.attempt + 1 end,
         refused = case :reason when 'refused' then v.fingerprint when 'unfit' then v.refused end, value = null, fingerprint = null,
         receipts = with_receipt(v), supplied_at = null, supplied_by = null, length = null,
         taken_at = null, awaited_at = null, deadline_tick = null
   where v.task_id = (select id from held) and v.name = :name and v.state = 'taken' and (:reason <> 'refused' or v.attempt < :maxAttempts)
  returning v.attempt
), kept as (
  update task set may_submit = true where :reason = 'used' and id = (select id from held) and exists (select from opened)
)
select exists (select from held) as "held!",
       coalesce((select attempt from opened),
                (select attempt from variable
                  where task_id = :taskId and name = :name and state in ('awaited', 'supplied'))) as "attempt?"
