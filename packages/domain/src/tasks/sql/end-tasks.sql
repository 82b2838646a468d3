-- Ends the tasks of a batch: one statement, so one round trip and one commit. Locks the accounts that pay and earn (a scalar
-- subquery makes PostgreSQL finish that first), then the tasks in the order of their ids, each with the variable that a time-out
-- or a refusal to answer is about, then counts by their key.
--
-- The price of a ready task is captured, and the application's owner gets the commission; the price of a failed task is
-- released. A worker that holds a cancelled task is notified, and so is whoever watches a task (task-marks.ts). Of
-- two ends of one task in a batch the first one counts. Steps that a task's run has begun and not recorded are recorded in
-- the same commit, as in begin-steps.sql; step is null without any.
--
-- Rows are looked up by primary key throughout. To PostgreSQL, = any(array[x]) means = x, except that it rules out a plan
-- that reads the whole table and merges, which a connection would keep if it planned this while the table was nearly empty.
-- `offset 0` does the same for an account's endpoints, however many the operator lets it have.
with input as materialized (
  select * from json_to_recordset(:ends::json) as i(
    n int, task_id bigint, fence int, worker_id int, unless_supplied text, unless_taken text, at_limit bool, solution bytea,
    code text, description text, step int, path text[])
   order by task_id
), held_account as materialized (
  select id from account
   where id = any(array(
     select unnest(array[t.account_id, a.account_id])
       from input i
       cross join lateral (select account_id, application_id from task where id = i.task_id limit 1) t
       left join lateral (select account_id from application where id = t.application_id limit 1) a on true))
   order by id for no key update
), decided as materialized (
  select i.*, t.id, t.recording, t.session_id, t.account_id, t.application_id, t.price, t.callback_url, a.account_id as owner_id,
         t.price * a.commission / 1000000 as commission,
         case when t.id is null or t.state = 'waiting' and i.code is null then 'gone'
              when i.unless_taken is not null and v.state is null then 'unexpected'
              when v.state = 'taken' or v.state = 'supplied' and i.unless_taken is null then 'supplied'
              when i.unless_supplied is not null and (v.deadline_tick > (select tick from service_clock where id = 1)) is not false then 'early'
              when i.at_limit and t.deadline_tick > (select tick from service_clock where id = 1) then 'early'
              else 'ended' end as status
    from input i
    left join lateral (
      select * from (
        select id, fence, worker_id, ended_at, recording, session_id, account_id, application_id, price, state, callback_url, deadline_tick
          from task where id = i.task_id and (select count(*) from held_account) > 0 limit 1 for no key update) one
       where fence = i.fence and worker_id is not distinct from i.worker_id and ended_at is null) t on true
    left join lateral (
      select state, deadline_tick from variable
       where task_id = t.id and name = coalesce(i.unless_supplied, i.unless_taken) limit 1 for no key update) v on true
    left join lateral (select account_id, commission from application where id = t.application_id limit 1) a on true
), ended as materialized (
  select distinct on (id) *, code is null as ready, coalesce(commission, 0) as earned
    from decided where status = 'ended' order by id, n
), task_end as (
  update task t
     set step = coalesce(e.step, t.step), step_path = case when e.step is null then t.step_path else e.path end,
         state = case when e.ready then 'ready'::task_state else 'failed' end, worker_id = null, held = false, given = null,
         ended_at = now(), error_code = e.code, error_description = e.description, solution = e.solution
    from ended e where t.id = any(array[e.id])
), wiped as (
  update variable v set value = null, fingerprint = null, refused = null, prompt = null, awaited_at = null, deadline_tick = null
    from ended e where v.task_id = any(array[e.id])
), callback as (
  insert into delivery (task_id, account_id) select id, account_id from ended where callback_url is not null
), announced as (
  insert into delivery (task_id, account_id, endpoint_id)
  select e.id, e.account_id, p.id
    from ended e, lateral (
      select id from event_endpoint
       where account_id = e.account_id and case when e.ready then 'ready' else 'failed' end = any(events) offset 0) p
   where not e.recording
), entry as materialized (
  select account_id, case when ready then 'capture' else 'release' end as kind,
         case when ready then 0 else price end as available, -price as held,
         case when ready then price else 0 end as platform, id as task_id, application_id
    from ended
  union all
  select owner_id, 'commission', earned, 0, -earned, id, application_id from ended where ready and earned > 0
), ledger as (
  insert into ledger_entry (account_id, kind, available, held, platform, task_id, application_id)
  select account_id, kind::ledger_kind, available, held, platform, task_id, application_id from entry
), balance as (
  update account a set available = a.available + s.available, held = a.held + s.held
    from (select account_id, sum(available) as available, sum(held) as held from entry group by account_id) s
   where a.id = any(array[s.account_id])
), event as (
  select application_id, case when ready then 'ready' else 'error' end as metric, coalesce(code, '') as label, 1 as n
    from ended where application_id is not null
  union all
  select application_id, 'money', '', earned from ended where application_id is not null and ready and earned > 0
)
select d.n as "n!",
       case when d.status = 'ended' and d.n not in (select n from ended) then 'gone'
            else d.status end as "status!: ended | supplied | early | unexpected | gone",
       case when d.status = 'ended' then d.session_id end as "sessionId?",
       (select pg_notify('gatepost_cancel', string_agg(id::text, ','))::text
          from ended where code = 'ERROR_TASK_CANCELED' and worker_id is not null having count(*) > 0) as "cancelled?",
       (select pg_notify('gatepost_task', string_agg(account_id || ':' || id, ','))::text
          from ended having count(*) > 0) as "watchersNotified?",
       (select add_counts(array_agg(application_id), array_agg(metric), array_agg(label), array_agg(n), :shard)
          from (select application_id, metric, label, sum(n)::bigint as n
                  from event group by application_id, metric, label) e
        having count(*) > 0) as "counted?",
       (select add_steps(array_agg(row(s.id, s.task_id, s.step, s.path, s.type, s.ms, s.picture, s.earlier)::begun_step))::text
          from ended e join json_to_recordset(:steps::json) as s(id bigint, task_id bigint, step int, path text[], type text, ms float8, picture bytea, earlier json)
            on s.task_id = e.id
        having count(*) > 0) as "begun?"
  from decided d
