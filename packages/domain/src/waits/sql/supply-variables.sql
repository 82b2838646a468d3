-- Supplies late variables: all pushes of a batch in one statement. Locks tasks in the order of their ids, each with its
-- variable, then idempotency keys in theirs. A task's row is locked before its variables are read, and whoever ends a task or
-- takes a value locks it too: a push and a timeout cannot both win. Without a usable key nothing is locked.
--
-- Where a worker waits for the value, it is marked as taken in this commit, so that the worker only reads it. Workers are
-- notified once for the batch (value-notification.ts), and so is whoever watches the tasks (task-marks.ts). A
-- notification has less than 8,000 bytes: 256 ids of up to 20, and of the first 16 pushes the values of up to 128 characters
-- with their waits.
--
-- What only explains a refusal is not read here: each subquery costs every push its start.
--
-- Who answers an open wait may name it as wait_name does: a push that was meant for another wait then supplies nothing.
--
-- PostgreSQL checks an update's new row first as it follows from the row that the statement saw when it began, and then from
-- the locked one. A task may have been claimed in between, so that its worker is set with its state.
--
-- The inputs are looked up by primary keys. To PostgreSQL, = any(array[x]) means = x, except that it rules out a plan that
-- reads the whole table and merges, which a connection would keep if it planned this while the table was nearly empty.
with judged as materialized (
  select i.*, coalesce(v.form, v.pattern) as form, s.answer, s.fingerprint = i.key_fingerprint as same,
         case when not i.verified then 'unverified'
              when s.answer is not null then 'answered'
              when t.id is null then 'unknown'
              when t.state in ('ready', 'failed') then 'finished'
              when v.state is null then 'unexpected'
              when v.state <> 'taken' and v.fingerprint is distinct from i.fingerprint
                   and i.meant_for <> coalesce(wait_name(t.fence, v.awaited_at), '') then 'changed'
              when v.state <> 'taken' and coalesce(v.form, v.pattern) <> coalesce(i.checked, '') then 'formUnchecked'
              when v.state <> 'taken' and v.refused = i.fingerprint then 'refused'
              when v.fingerprint = i.fingerprint then 'unchanged'
              when v.state = 'taken' then 'taken'
              else 'supplied' end as status,
         t.state = 'waiting' and v.deadline_tick is not null as is_waited_for, wait_name(t.fence, v.awaited_at) as wait,
         t.worker_id
    from (select *, key_id is null or (
                   select k.id from usable_key k where k.id = key_id and k.account_id = i.account_id) is not null as verified
            from json_to_recordset(:supplies::json) as i(
                   n int, account_id int, key_id int, task_id bigint, name text, value bytea, fingerprint bytea, length int, supplied_by text,
                   checked text, meant_for text, key text, key_fingerprint bytea)
           order by task_id, name) i
    left join lateral (
      select id, state, fence, worker_id from task
       where i.verified and id = i.task_id and account_id = i.account_id for no key update) t on true
    left join lateral (
      select state, fingerprint, form, pattern, refused, deadline_tick, awaited_at from variable
       where task_id = t.id and name = i.name for no key update) v on true
    left join lateral (
      select answer, fingerprint from stored_answer
       where i.key is not null and account_id = i.account_id and key = i.key limit 1) s on true
), stored as materialized (
  select s.account_id, s.key
    from (select array_agg(account_id) as account_ids, array_agg(key) as keys, array_agg(key_fingerprint) as fingerprints,
                 array_agg('{"status":"success"}'::text) as answers
            from judged where status in ('unchanged', 'supplied') and key is not null having count(*) > 0) a,
         lateral store_answers(a.account_ids, a.keys, a.fingerprints, a.answers) s
), supplied as materialized (
  select n, account_id, task_id, name, value, fingerprint, length, supplied_by, is_waited_for, wait, worker_id from judged
   where status = 'supplied' and (key is null or (account_id, key) in (select account_id, key from stored))
), changed as (
  update variable v
     set state = case when s.is_waited_for then 'taken'::variable_state else 'supplied' end,
         value = s.value, fingerprint = s.fingerprint, length = s.length, receipts = with_receipt(v),
         supplied_at = now(), supplied_by = s.supplied_by, taken_at = case when s.is_waited_for then now() end,
         awaited_at = case when not s.is_waited_for then v.awaited_at end,
         deadline_tick = case when not s.is_waited_for then v.deadline_tick end
    from supplied s
   where v.task_id = any(array[s.task_id]) and v.name = s.name
), resumed as (
  update task t set state = 'running', worker_id = s.worker_id
    from supplied s where s.is_waited_for and t.id = any(array[s.task_id])
)
select n as "n!", answer as "answer?", same as "same?", form as "form?",
       case when status in ('unchanged', 'supplied') and key is not null
                 and (account_id, key) not in (select account_id, key from stored) then 'keyConflict' else status
       end as "status!: unverified | answered | unknown | finished | unexpected | changed | formUnchecked | refused | unchanged | taken | supplied | keyConflict",
       (select pg_notify('gatepost_value', string_agg(
                 task_id || case when n < 16 and length(value) <= 96
                                 then ':' || wait || ':' || translate(encode(value, 'base64'), chr(10), '') else '' end, ','))::text
            || pg_notify('gatepost_task', string_agg(account_id || ':' || task_id, ','))::text
          from supplied where is_waited_for having count(*) > 0) as "notified?"
  from judged
