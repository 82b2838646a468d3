-- Where the task of each viewer of a live page is, by primary keys; no row for one whose session or link no longer allows it. A link that
-- answers a wait allows it while the wait is open.
select i.n as "n!", t.ended_at is not null as "hasEnded!", t.worker_id as "workerId?"
  from json_to_recordset(:viewers::json) as i(n int, link_id int, session_id text, task_id bigint)
  cross join lateral (
    select l.account_id
      from (select account_id, task_id, name from answer_link
             where id = i.link_id and live is not null and revoked_at is null and expires_at > now() limit 1) l
     where l.name = ''
        or (select ended_at from task where id = l.task_id) is not null
        or (select awaited_at from variable where task_id = l.task_id and name = l.name and state = 'awaited') is not null
     union all
    select (select account_id from portal_user where id = s.user_id)
      from (select user_id from portal_session where id = i.session_id and expires_at > now() limit 1) s) viewer
  cross join lateral (
    select ended_at, (select id from worker where id = worker_id and ended_at is null) as worker_id
      from task
     where id = i.task_id and account_id = viewer.account_id
       and (select suspended_at from account where id = viewer.account_id) is null
     limit 1) t
