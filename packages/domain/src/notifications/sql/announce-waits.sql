-- Announces waits that have opened, to the confirmed addresses that the task, its template or their own settings name; and
-- reminds of those that are about to end, by the channels that announced them. One statement, so that a process that is lost
-- half-way leaves nothing announced twice or not at all. Finds notices by the partial index wait_notice_due, everything
-- else by primary keys, the account of an address and the task of a delivery.
--
-- A reminder comes before the end of a wait, or of its task's time (reminder_lead), once for each deadline: a wait that may be extended is looked at again.
-- The portal's pages learn of it from read-wait-marks.sql.
with due as materialized (
  select * from wait_notice where next_at <= now() order by next_at limit 100 for update skip locked
), open as materialized (
  select d.id, d.account_id, d.task_id, d.wait, d.announced, d.reminded_tick, t.callback_on, t.notify, t.template_version_id,
         e.deadline_tick, e.deadline_tick - c.tick as ticks_left,
         reminder_lead(v.awaited_at, e.deadline_tick - c.tick) as lead
    from due d
    join task t on t.id = d.task_id
    join variable v on v.task_id = d.task_id and v.name = d.name
    cross join (select tick from service_clock where id = 1) c
    cross join lateral (select least(v.deadline_tick, t.deadline_tick) as deadline_tick) e
   where t.state = 'waiting' and v.state = 'awaited' and v.awaited_at is not null and wait_name(t.fence, v.awaited_at) = d.wait
), reminded as materialized (
  select * from open
   where announced and ticks_left <= lead and reminded_tick is distinct from deadline_tick
), announcement as (
  insert into delivery (channel, account_id, task_id, event, wait, address_id)
  select 'wait', o.account_id, o.task_id, 'waiting', o.wait, a.id
    from open o
    join email_address a on a.account_id = o.account_id and a.confirmed_at is not null
   where not o.announced
     and (a.every_wait or a.id = any(o.notify)
          or exists (select from template_version m,
                            jsonb_array_elements_text(coalesce(m.document -> 'notify', '[]')) as named(email)
                      where m.id = o.template_version_id and lower(trim(named.email)) = a.email))
), reminder as (
  insert into delivery (channel, account_id, task_id, event, wait, address_id)
  select 'wait', r.account_id, r.task_id, 'reminder', r.wait, e.address_id
    from reminded r join delivery e on e.task_id = r.task_id and e.wait = r.wait and e.event = 'waiting' and e.address_id is not null
), event as (
  insert into delivery (task_id, account_id, event, wait, endpoint_id)
  select r.task_id, r.account_id, 'reminder', r.wait, p.id
    from reminded r, lateral (
      select id from event_endpoint where account_id = r.account_id and 'waiting' = any(events) offset 0) p
), callback as (
  insert into delivery (task_id, account_id, event, wait)
  select task_id, account_id, 'reminder', wait from reminded where 'waiting' = any(callback_on)
)
update wait_notice n
   set announced = true,
       reminded_tick = case when exists (select from reminded where id = n.id)
                            then (select deadline_tick from open where id = n.id) else n.reminded_tick end,
       next_at = (select now() + case when o.ticks_left > o.lead then o.ticks_left - o.lead else o.ticks_left + 1 end
                                 * interval '1 second'
                    from open o where o.id = n.id)
  from due d where n.id = d.id
returning n.id as "noticeId"
