-- Where a batch of tasks ends, and whether there may be more. By the holds of the ledger, which outlives its tasks, and
-- their partial unique index.
select max(task_id)::float8 as through, count(*) = :size as "isFull!"
  from (select task_id from ledger_entry where kind = 'hold' and task_id > :after order by task_id limit :size) next
