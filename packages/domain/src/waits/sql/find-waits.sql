-- How waits stand, by primary keys, without a write: a value that its push delivered (or that was taken when the
-- response was lost), or a wait that goes on. In any other case the caller must act.
select t.id as "taskId", case when v.state = 'taken' then v.value end as "value?",
       case when v.state = 'awaited' and t.state = 'waiting'
            then greatest(0, v.deadline_tick - (select tick from service_clock where id = 1)) end as "ticksLeft?",
       coalesce(wait_name(t.fence, v.awaited_at), '') as "wait!"
  from json_to_recordset(:takes::json) as i(task_id bigint, fence int, worker_id int, name text),
       lateral (select id, state, fence, worker_id, ended_at from task where id = i.task_id limit 1) t,
       lateral (select state, value, deadline_tick, awaited_at from variable where task_id = i.task_id and name = i.name limit 1) v
 where t.fence = i.fence and t.worker_id = i.worker_id and t.ended_at is null and (v.state <> 'taken' or t.state = 'running')
