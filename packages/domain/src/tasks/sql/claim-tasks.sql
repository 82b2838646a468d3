-- Claims queued tasks: all at the same price, and at most one per account. A task is queued if it has neither a worker nor
-- an end, and is not held. The index is not on the state, so a change of state updates no index.
--
-- ring: the accounts with queued tasks, highest price first; at one price from the account after the one served last
--   (start; where none was, anywhere) down to the lowest id, then from the highest id down to start. Each hop is one search
--   in the partial index task_queue, however much an account has queued, and no more hops are made than picked asks for.
--   lowest is the last id of the current range; a marker stands before the first account of a price.
-- picked: the oldest task of each account, by the same index, skipping what another worker locks; the accounts of last come
--   after all others. late is read from the index, so that tasks without a waiting place are passed over quickly. Of several,
--   those at the highest price are claimed: their accounts may have more.
--
-- more: whether the queue had other tasks, claimable or not.
--
-- Locks the tasks that it picks, and finds them and their templates by primary key. To PostgreSQL, = any(array[x]) means =
-- x, except that it rules out a plan that reads the whole table and merges, which a connection would keep if it planned this
-- while the table was nearly empty. The timeline begins with the opening of websiteURL, which follows at once.
with recursive served (price, account_id) as materialized (
  select price, account_id from unnest(:servedPrices::bigint[], :servedAccounts::int[]) as served(price, account_id)
), ring (price, account_id, start, lowest, marker) as (
  (select top.price, s.start, s.start, -1, true
     from (select price, account_id from task where worker_id is null and ended_at is null and not held
            order by price desc, account_id desc limit 1) top,
          lateral (select coalesce((select account_id from served where price = top.price),
                                   (random() * top.account_id)::int) as start) s)
  union all
  select next.* from ring r, lateral (
    (select price, account_id, r.start, r.lowest, false from task
      where worker_id is null and ended_at is null and not held and price = r.price and account_id < r.account_id and account_id >= r.lowest
      order by account_id desc limit 1)
    union all
    (select price, account_id, r.start, r.start, false from task
      where worker_id is null and ended_at is null and not held and price = r.price and account_id >= r.start and r.lowest < 0
      order by account_id desc limit 1)
    union all
    (select top.price, s.start, s.start, -1, true
       from (select price, account_id from task where worker_id is null and ended_at is null and not held and price < r.price
              order by price desc, account_id desc limit 1) top,
            lateral (select coalesce((select account_id from served where price = top.price),
                                     (random() * top.account_id)::int) as start) s)
    limit 1) next
), picked as materialized (
  select *, row_number() over () as nth, max(price) over () as highest from (
    select oldest.id, r.price
      from (values (false), (true)) as turn(is_last),
           lateral (select * from ring where not marker and (account_id = any(:last::int[])) = turn.is_last offset 0) r,
           lateral (
        select id from task
         where worker_id is null and ended_at is null and not held and price = r.price and account_id = r.account_id
           and late <= (:places::bool and r.account_id <> all(:withoutPlace::int[]))
         order by created_at, id limit 1 for update skip locked) oldest
     where r.account_id <> all(:passOver::int[])
     limit :limit) one
), claimed as (
  update task t
     set state = 'running', worker_id = :workerId, fence = t.fence + 1, attempts = t.attempts + 1, step = 0, step_path = null,
         may_submit = false, started_at = coalesce(t.started_at, now()),
         deadline_tick = coalesce(t.deadline_tick, (select tick from service_clock where id = 1) + 1 + ceil(coalesce(
           (v.document ->> 'timeout')::float8, :taskSeconds))::int)
    from picked p, template_version v
   where t.id = any(array[p.id]) and p.price = p.highest and v.id = any(array[t.template_version_id])
     and exists (select 1 from worker where id = :workerId and ended_at is null
                    and lease_tick > (select tick from service_clock where id = 1))
  returning t.id, t.account_id, t.fence, t.website_url, t.domains_of_interest, t.given, t.price,
            t.deadline_tick, t.session_id, v.document, p.nth
), started as (
  insert into task_step (id, task_id, run, number, type) select fence::bigint << 32, id, fence, 0, 'OPEN_PAGE' from claimed
)
select c.id as "taskId", c.account_id as "accountId", c.fence, c.website_url as "websiteUrl",
       c.domains_of_interest as "domainsOfInterest!", c.given as "given!", c.document, c.deadline_tick as "deadlineTick!", c.price,
       c.session_id as "sessionId",
       array(select name from variable where task_id = c.id) as "late!",
       (select count(*) from (select 1 from task where worker_id is null and ended_at is null and not held
                               order by price desc limit :limit + 1) queued) > (select count(*) from claimed) as "more!"
  from claimed c
 order by c.nth
