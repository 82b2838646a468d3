-- How watched tasks stand, by primary keys: each task's present wait, whether it has ended or was deleted, and whether the
-- key of the call that watches it can still be used. The same wait has the same name, as in get-task-results.sql.
select i.n as "n!", i.key_id is null or (
         select k.id from usable_key k where k.id = i.key_id and k.account_id = i.account_id) is not null as "verified!",
       coalesce(t.ended_at is not null, true) as "ended!",
       coalesce((select wait_name(t.fence, awaited_at) from variable
                  where t.state = 'waiting' and task_id = t.id and awaited_at is not null and state = 'awaited'
                  order by name limit 1), '') as "version!"
  from json_to_recordset(:watched::json) as i(n int, task_id bigint, account_id int, key_id int)
  left join lateral (
    select id, state, fence, ended_at from task where id = i.task_id and account_id = i.account_id limit 1) t on true
