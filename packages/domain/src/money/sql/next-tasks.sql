-- Where a batch of tasks ends, and whether there may be more. From the holds in the ledger, which outlive their tasks,
-- by their partial unique index.
select max(task_id)::float8 as through, count(*) = :size as "isFull!"
  from (select task_id from ledger_entry where kind = 'hold' and task_id > :after order by task_id limit :size) next
