-- Commissions above the captured price, refunds of a different sum, and either without a capture. By the partial unique
-- indexes of the ledger by task.
select l.task_id::float8 as "taskId!", l.kind::text || ' of ' || l.available as "found!",
       case when c.id is null then 'a capture beside it'
            else 'a ' || l.kind::text || ' of ' || c.platform || case when l.kind = 'refund' then '' else ' at most' end end
         as "expected!"
  from (select task_id, kind, available from ledger_entry where kind = 'commission'
        union all
        select task_id, kind, available from ledger_entry where kind = 'refund') l
  left join ledger_entry c on c.task_id = l.task_id and c.kind = 'capture'
 where l.task_id > :after and l.task_id <= :through
   and (c.id is null or l.available > c.platform or l.kind = 'refund' and l.available <> c.platform)
 limit :limit
