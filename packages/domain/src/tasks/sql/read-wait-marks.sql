-- For each of these accounts that has waiting tasks, a text that changes whenever a wait opens, is extended, is answered, is about to
-- end (find-waiting-tasks.sql) or ends. By the partial index of tasks that a worker holds, because an account may have millions of
-- ended tasks.
select t.account_id as "id!",
       string_agg(concat_ws(' ', t.id, v.name, v.awaited_at, v.deadline_tick,
                            e.seconds_left <= reminder_lead(v.awaited_at, e.seconds_left)), ',' order by t.id, v.name) as "mark!"
  from task t
  left join variable v on v.task_id = t.id and v.awaited_at is not null and v.state = 'awaited'
  cross join lateral (
    select least(v.deadline_tick, t.deadline_tick) - (select tick from service_clock where id = 1) as seconds_left) e
 where t.worker_id is not null and t.state = 'waiting' and not t.recording and t.account_id = any(:ids::int[])
 group by t.account_id
