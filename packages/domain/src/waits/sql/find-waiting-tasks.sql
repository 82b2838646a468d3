-- The account's tasks that wait for a value, and whether people are to be reminded of it by now, as in announce-waits.sql. By the
-- partial index of tasks that a worker holds, because an account may have millions of ended tasks.
select t.id as "taskId!", coalesce(v.seconds_left <= reminder_lead(v.awaited_at, v.seconds_left), false) as "endsSoon!"
  from task t
  left join lateral (
    select awaited_at, least(deadline_tick, t.deadline_tick) - (select tick from service_clock where id = 1) as seconds_left
      from variable where task_id = t.id and state = 'awaited' and awaited_at is not null limit 1) v on true
 where t.account_id = :accountId and t.state = 'waiting' and t.worker_id is not null and not t.recording
 order by t.id
