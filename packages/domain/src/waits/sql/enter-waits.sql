-- Takes values that were supplied before their wait began, and enters the other waits. Locks tasks in the order of
-- their ids, each with its variable, by primary key. A task has one wait at a time, so a batch contains each task once.
-- A deadline is the first tick by which so many seconds have certainly passed: a tick takes a second at least, and the
-- current one may end at once. Whoever watches a task is notified of its wait (task-marks.ts), its callback URL
-- gets a callback if it asked for one, and the account's endpoints get their events. A web process announces it by email
-- (announce-waits.sql), which may read addresses. A recording is announced to nobody. The steps that led to the wait are recorded in the same commit, as in
-- begin-steps.sql; step is null where they were recorded before. form is what this wait accepts, empty for any value: other
-- steps may wait for the same name with another one. If it is null, the stored one stays.
with input as materialized (
  select * from json_to_recordset(:takes::json) as i(
    task_id bigint, fence int, worker_id int, name text, timeout float8, max_age float8, prompt bytea, form text, step int, path text[], may_submit bool)
   order by task_id
), held as materialized (
  select i.*, v.state = 'taken' or v.state = 'supplied' and
                (i.max_age is null or v.supplied_at >= now() - i.max_age * interval '1 second') as good
    from input i
    cross join lateral (select fence, worker_id, ended_at from task where id = i.task_id limit 1 for no key update) t
    left join lateral (
      select state, supplied_at from variable where task_id = i.task_id and name = i.name limit 1 for no key update) v on true
   where t.fence = i.fence and t.worker_id = i.worker_id and t.ended_at is null
), changed as (
  update variable v
     set state = case when h.good then 'taken'::variable_state else 'awaited' end,
         value = case when h.good then v.value end,
         fingerprint = case when h.good then v.fingerprint end,
         prompt = case when not h.good then h.prompt end,
         form = case when h.good then v.form else nullif(coalesce(h.form, v.form), '') end,
         taken_at = case when h.good then coalesce(v.taken_at, now()) end,
         awaited_at = case when h.good then null else coalesce(v.awaited_at, now()) end,
         deadline_tick = case when h.good then null
                              else coalesce(v.deadline_tick,
                                (select tick from service_clock where id = 1) + 1 + ceil(h.timeout)::int) end
    from held h where v.task_id = any(array[h.task_id]) and v.name = h.name
  returning v.task_id, v.name, h.good, v.value, h.step, h.path, h.may_submit,
            greatest(0, v.deadline_tick - (select tick from service_clock where id = 1)) as ticks_left,
            wait_name(h.fence, v.awaited_at) as wait, v.awaited_at = now() as opened
), state as (
  update task t
     set state = case when c.good then 'running'::task_state else 'waiting' end,
         step = coalesce(c.step, t.step), step_path = case when c.step is null then t.step_path else c.path end,
         may_submit = t.may_submit or c.may_submit
    from changed c where t.id = any(array[c.task_id])
  returning t.id, t.account_id, t.state, t.callback_on, c.opened and not t.recording as opened, c.wait, c.name
), callback as (
  insert into delivery (task_id, account_id, event, wait)
  select id, account_id, 'waiting', wait from state where opened and state = 'waiting' and 'waiting' = any(callback_on)
), announced as (
  insert into delivery (task_id, account_id, event, wait, endpoint_id)
  select s.id, s.account_id, 'waiting', s.wait, p.id
    from state s, lateral (
      select id from event_endpoint where account_id = s.account_id and 'waiting' = any(events) offset 0) p
   where s.opened and s.state = 'waiting'
), notice as (
  insert into wait_notice (account_id, task_id, name, wait)
  select account_id, id, name, wait from state
   where opened and state = 'waiting'
     and ('waiting' = any(callback_on)
          or (select true from event_endpoint p where p.account_id = state.account_id and 'waiting' = any(events) limit 1)
          or (select true from email_address a where a.account_id = state.account_id and a.confirmed_at is not null limit 1))
)
select task_id as "taskId!", case when good then value end as "value?",
       case when not good then ticks_left end as "ticksLeft?", coalesce(wait, '') as "wait!",
       (select pg_notify('gatepost_task', string_agg(account_id || ':' || id, ','))::text
          from state where state = 'waiting' having count(*) > 0) as "notified?",
       (select add_steps(array_agg(row(s.id, s.task_id, s.step, s.path, s.type, s.ms, s.picture, s.earlier)::begun_step))::text
          from held h join json_to_recordset(:steps::json) as s(id bigint, task_id bigint, step int, path text[], type text, ms float8, picture bytea, earlier json)
            on s.task_id = h.task_id
        having count(*) > 0) as "begun?"
  from changed
