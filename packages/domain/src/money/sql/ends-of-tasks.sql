-- Ended tasks without their hold, or without its one end: a capture if they are ready, otherwise a release.
select t.id as "taskId!", coalesce(nullif(concat_ws(', ', h.kind, e.kind), ''), 'no entry') as "found!",
       case when t.state = 'ready' then 'hold, capture' else 'hold, release' end as "expected!"
  from task t
  left join ledger_entry h on h.task_id = t.id and h.kind = 'hold'
  left join ledger_entry e on e.task_id = t.id and e.kind in ('capture', 'release')
 where t.id > :after and t.id <= :through and t.ended_at is not null
   and (h.id is null or e.kind is distinct from
        case when t.state = 'ready' then 'capture'::ledger_kind else 'release'::ledger_kind end)
 limit :limit
