-- The steps of a task of the account, and one row without a step where it has none. By the primary key, and the timeline's
-- index. A step that began while its task was being ended stands open in the table: then the task says how it ended. A
-- step's run in the table is its claim's fence, which a return raises too: those that began steps are counted.
select dense_rank() over (order by s.run)::int as "run!", s.number as "number?", s.type as "type?",
       s.started_at as "startedAt?",
       coalesce(s.ended_at, case when s.run < t.fence then t.queued_at else t.ended_at end) as "endedAt?",
       coalesce(s.outcome, case when s.run < t.fence then 'stopped' when t.ended_at is null then null
                                when t.state = 'ready' then 'done' else 'failed' end) as "outcome?: done | failed | stopped",
       case when t.ended_at is null or t.ended_at > now() - :solutionSeconds * interval '1 second' then s.picture end as "picture?"
  from task t left join task_step s on s.task_id = t.id
 where t.id = :taskId and t.account_id = :accountId
 order by s.id
