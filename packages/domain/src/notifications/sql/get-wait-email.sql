-- What an email about a wait says, by primary keys; no row once the wait has ended. heldBack counts the emails of an hour that the
-- address did not get, by the partial index delivery_of_address.
select a.email as "to!", a.confirmed_at is not null as "confirmed!", v.name as "name!",
       greatest(0, least(v.deadline_tick, t.deadline_tick) - (select tick from service_clock where id = 1)) as "secondsLeft!",
       b.email as "requester!", b.suspended_at is not null as "suspended!", m.name as "templateName!",
       wait_step(d.document, t.step, t.step_path, v.name) #>> '{prompt,permanent}' as "prompt?",
       (select count(*) from delivery h
         where h.address_id = a.id and h.last_problem = 'limit' and h.created_at > now() - interval '1 hour')::int as "heldBack!"
  from task t
  join variable v on v.task_id = t.id and v.state = 'awaited' and wait_name(t.fence, v.awaited_at) = :wait
  join account b on b.id = t.account_id
  join email_address a on a.id = :addressId and a.account_id = b.id
  join template_version d on d.id = t.template_version_id
  join template m on m.id = d.template_id
 where t.id = :taskId and t.state = 'waiting'
