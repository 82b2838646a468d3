-- Tasks of lost workers that can only be ended, because they may have submitted something or were lost too often. Reads the
-- partial index task_held.
select t.id as "taskId", t.account_id as "accountId", t.fence, t.worker_id as "workerId", t.may_submit as "maySubmit"
  from task t join worker w on w.id = t.worker_id
 where t.worker_id is not null and w.ended_at is not null and (t.may_submit or t.attempts >= :maxClaims)
 limit 500
