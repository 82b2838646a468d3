-- Claims emails that are due, the longest due first, by the partial index wait_email_due. Under the lock of lock-emails.sql.
-- Those whose wait has ended, whose address was unsubscribed, or which are beyond the limit of an address are not sent, and
-- say why: `problem`. The limit counts a mailbox, whichever accounts have its address; a further attempt counts once.
with due as materialized (
  select e.id, e.address_id, e.notice_id, e.kind, e.claimed_at, a.email, a.confirmed_at, n.task_id, n.account_id, n.name, n.wait
    from wait_email e
    join email_address a on a.id = e.address_id
    join wait_notice n on n.id = e.notice_id
   where e.next_at <= now() order by e.next_at limit :atOnce
), judged as materialized (
  select d.*, t.template_version_id, t.step, t.step_path, least(v.deadline_tick, t.deadline_tick) - (select tick from service_clock where id = 1) as ticks_left,
         case when d.confirmed_at is null then 'the address is not confirmed any more'
              when t.state <> 'waiting' or v.state <> 'awaited' or wait_name(t.fence, v.awaited_at) is distinct from d.wait
              then 'the wait ended before'
         end as problem
    from due d
    join task t on t.id = d.task_id
    join variable v on v.task_id = d.task_id and v.name = d.name
), counted as materialized (
  select j.id, row_number() over (partition by j.email order by j.id) + (
           select count(*) from email_address a join wait_email s on s.address_id = a.id
            where a.email = j.email and s.claimed_at > now() - interval '1 hour') as position
    from judged j where j.problem is null and j.claimed_at is null
), decided as materialized (
  select j.*, coalesce(j.problem, case when c.position > :perHour then 'limit' end) as verdict
    from judged j left join counted c on c.id = j.id
), claimed as (
  update wait_email e
     set attempts = e.attempts + case when d.verdict is null then 1 else 0 end,
         claimed_at = case when d.verdict is null then coalesce(e.claimed_at, now()) else e.claimed_at end,
         problem = d.verdict,
         next_at = case when d.verdict is null then now() + :claimSeconds * interval '1 second' end
    from decided d where e.id = d.id
  returning e.id, e.attempts, d.verdict
)
select d.id as "emailId!", c.attempts as "attempt!", d.kind as "kind!: waiting | reminder", d.email as "to!",
       d.address_id as "addressId!", d.account_id as "accountId!", d.task_id as "taskId!", d.name as "name!",
       greatest(0, d.ticks_left) as "secondsLeft!", b.email as "requester!", m.name as "templateName!",
       wait_step(v.document, d.step, d.step_path, d.name) #>> '{prompt,permanent}' as "prompt?",
       c.verdict as "verdict?",
       (select count(*) from wait_email h
         where h.address_id = d.address_id and h.problem = 'limit' and h.created_at > now() - interval '1 hour')::int as "heldBack!"
  from decided d
  join claimed c on c.id = d.id
  join account b on b.id = d.account_id
  join template_version v on v.id = d.template_version_id
  join template m on m.id = v.template_id
