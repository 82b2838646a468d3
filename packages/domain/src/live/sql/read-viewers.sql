-- Where the task of each viewer of a live page is, by primary keys; no row for one whose session or link no longer allows it. A link that
-- answers a wait allows it while the wait is open.
select i.n as "n!", t.ended_at is not null as "hasEnded!", t.worker_id as "workerId?"
  from json_to_recordset(:viewers::json) as i(n int, link_id int, session_id text, task_id bigint)
  cross join lateral (
    select l.account_id
      from answer_link l
      join task asked on asked.id = l.task_id
      left join variable v on v.task_id = l.task_id and v.name = l.name
     where l.id = i.link_id and l.live is not null and l.revoked_at is null and l.expires_at > now()
       and (l.name = '' or asked.ended_at is not null or (v.state = 'awaited' and v.awaited_at is not null))
     union all
    select u.account_id
      from portal_session s
      join portal_user u on u.id = s.user_id
     where s.id = i.session_id and s.expires_at > now()
     limit 1) viewer
  cross join lateral (
    select t.ended_at, w.id as worker_id
      from task t
      join account a on a.id = t.account_id and a.suspended_at is null
      left join worker w on w.id = t.worker_id and w.ended_at is null
     where t.id = i.task_id and t.account_id = viewer.account_id
     limit 1) t
