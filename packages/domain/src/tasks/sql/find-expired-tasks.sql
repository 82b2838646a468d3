-- Some of the tasks that were queued for too many ticks. Reads the whole queue if there are none, so it does not run every second.
select id as "taskId", account_id as "accountId", fence from task
 where worker_id is null and ended_at is null and not held and queued_tick < (select tick from service_clock where id = 1) - :queueTicks
 limit 500
