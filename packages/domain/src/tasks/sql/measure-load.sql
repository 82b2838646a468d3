-- How much work all accounts have queued, and how long open waits have lasted, for metrics. Of the queue it reads at most
-- 100,000 tasks by the partial index task_queue, and the tasks that wait by the partial index task_held, each with its
-- variables by their primary key. The queue's limits keep both far below that by default.
with queued as materialized (
  select queued_at from task where worker_id is null and ended_at is null and not held limit 100000
), open_wait as materialized (
  select extract(epoch from now() - v.awaited_at) as seconds
    from task t, lateral (
      select awaited_at from variable
       where task_id = t.id and state = 'awaited' and awaited_at is not null limit 1) v
   where t.worker_id is not null and t.state = 'waiting' and not t.recording
)
select (select count(*) from queued)::int as "queued!",
       coalesce(extract(epoch from now() - (select min(queued_at) from queued)), 0)::float8 as "oldestSeconds!",
       count(*) filter (where seconds < 60)::int as "underMinute!",
       count(*) filter (where seconds >= 60 and seconds < 600)::int as "underTenMinutes!",
       count(*) filter (where seconds >= 600 and seconds < 3600)::int as "underHour!",
       count(*) filter (where seconds >= 3600)::int as "hourOrMore!"
  from open_wait
