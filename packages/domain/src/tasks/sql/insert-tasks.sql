-- Creates the tasks of a batch: one statement, so one round trip and one commit. Locks accounts in the order of their ids, then
-- idempotency keys in theirs; the tasks are new.
--
-- locked_account: the accounts' rows, locked and therefore current; an account that was suspended or deleted meanwhile
--   has none. queued is how many tasks the account has queued at its bid, which only the operator changes. From half of
--   the limit on, queued_tasks counts anew if another statement created or ended a task of the account since this one began, so that the
--   row is another one: to ask that of every batch cost a fifth of a call (P1).
-- backlog: how many tasks are queued at or above each bid. Reads as many entries of the partial index task_queue as the limit
--   allows, and nothing while a worker is idle.
-- judged: the outcome of each task. position is its place among those of its account: money and the account's places in the
--   queue are given in the order of arrival, as if all earlier tasks of the batch had taken theirs (insert-tasks.ts). Where
--   it depends on the batch's other accounts whether a place is left, the task is queueUndecided.
-- A task of a session is held until release-held-task.sql lets it into the queue; session_position is its
--   place among those of its session in the batch, for the limit on them.
-- balance: from the locked rows. PostgreSQL checks an update's new row first as it follows from the row that the statement saw
--   when it began, which may have had less money.
-- stored: the answers to calls with an Idempotency-Key; one that another process stored first makes a keyConflict.
--
-- Each CTE, join and window costs every batch its start, whether it has rows or not: what can be a subquery is one.
--
-- The inputs are looked up by primary keys and unique indexes. To PostgreSQL, = any(array[x]) means = x, except that it
-- rules out a plan that reads the whole table and merges, which a connection would keep if it planned this while the table
-- was nearly empty.
with locked_account as materialized (
  select id, available, held, bid,
         case when 2 * queued + 100 >= :maxOwnBacklog and place <> (select ctid from account where id = l.id)
              then queued_tasks(id, bid, :maxOwnBacklog) else queued end as queued
    from (select id, available, held, bid, ctid as place,
                 case when :maxOwnBacklog > 0 then (
                   select count(*) from (
                     select 1 from task
                      where worker_id is null and ended_at is null and not held and price = a.bid and account_id = a.id
                      limit :maxOwnBacklog) own
                 ) end as queued
            from account a
           where id = any(:accountIds::int[]) and suspended_at is null order by id for no key update) l
), backlog as materialized (
  select b.bid,
         (select count(*) from (
           select 1 from task
            where worker_id is null and ended_at is null and not held and price >= b.bid limit :maxBacklog) ahead) as queued
    from (select distinct bid from locked_account) b
   where :maxBacklog > 0
     and not exists (select from worker where ended_at is null and busy < slots
                        and lease_tick > (select tick from service_clock where id = 1))
), judged as materialized (
  select i.*, p.bid, p.available, p.held, (select id from application where id = i.soft_id) as application_id,
         s.answer, s.fingerprint = i.fingerprint as same,
         case when i.key_id is not null and (
                select k.id from api_key k
                 where k.id = i.key_id and k.account_id = i.account_id and is_usable(k)) is null then 'unverified'
              when s.answer is not null then 'answered'
              when i.version_id is distinct from coalesce(
                (select current_version_id from template where account_id = i.account_id and name = i.template),
                (select current_version_id from template where account_id is null and name = i.template)) then 'stale'
              when case when i.session_id is null then false
                        else open_session_tasks(i.session_id) + i.session_position > :maxOfSession end then 'sessionFull'
              when p.queued + i.position > :maxOwnBacklog then 'accountQueueFull'
              when b.queued >= :maxBacklog then 'queueFull'
              when b.queued + i.n >= :maxBacklog then 'queueUndecided'
              when i.position * p.bid > p.available then 'insufficientFunds'
              else 'created' end as status
    from json_to_recordset(:tasks::json) as i(
           n int, position int, id bigint, account_id int, key_id int, soft_id bigint, template text, version_id int,
           website_url text, domains text[], callback_url text, callback_on text[], notify int[], address text, given bytea, late bool, recording bool,
           session_id int, session_position int, key text, fingerprint bytea)
    join locked_account p on p.id = i.account_id
    left join backlog b on b.bid = p.bid
    left join lateral (
      select answer, fingerprint from stored_answer
       where i.key is not null and account_id = i.account_id and key = i.key limit 1) s on true
), stored as materialized (
  select s.account_id, s.key
    from (select array_agg(account_id) as account_ids, array_agg(key) as keys, array_agg(fingerprint) as fingerprints,
                 array_agg(json_build_object('taskId', id)::text) as answers
            from judged where status = 'created' and key is not null having count(*) > 0) a,
         lateral store_answers(a.account_ids, a.keys, a.fingerprints, a.answers) s
), created as (
  select * from judged
   where status = 'created' and (key is null or (account_id, key) in (select account_id, key from stored))
), new_task as (
  insert into task (id, account_id, application_id, template_version_id, website_url, domains_of_interest, callback_url, callback_on, notify, given,
                    price, address, late, recording, session_id, held, queued_tick)
  select id, account_id, application_id, version_id, website_url, domains, callback_url, callback_on, notify, given, bid, address, late, recording,
         session_id, session_id is not null, (select tick from service_clock where id = 1)
    from created
), new_variable as (
  insert into variable (task_id, name, form)
  select v.task_id, v.name, v.form from json_to_recordset(:variables::json) as v(task_id bigint, name text, form text)
   where v.task_id in (select id from created)
), hold as (
  insert into ledger_entry (account_id, kind, available, held, platform, task_id, application_id)
  select account_id, 'hold', -bid, bid, 0, id, application_id from created
), balance as (
  update account a set available = s.available - s.amount, held = s.held + s.amount
    from (select account_id, sum(bid) as amount, max(available) as available, max(held) as held from created group by account_id) s
   where a.id = any(array[s.account_id])
), active as (
  insert into active_user (application_id, bucket, account_id)
  select distinct application_id, bucket_of(now()), account_id from created where application_id is not null order by 1, 3
  on conflict do nothing
), notified as materialized (
  select pg_notify('gatepost_queued', '') where exists (select from created)
)
select n as "n!", answer as "answer?", same as "same?",
       case when status = 'created' and key is not null and (account_id, key) not in (select account_id, key from stored)
            then 'keyConflict' else status
       end as "status!: unverified | answered | stale | accountQueueFull | sessionFull | queueFull | queueUndecided | insufficientFunds | created | keyConflict",
       (select count(*) from notified) as "notified!"
  from judged
