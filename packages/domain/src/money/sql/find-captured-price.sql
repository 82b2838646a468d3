-- The price captured for a task, and whether it was refunded. Kinds are literals, so that PostgreSQL can use the
-- partial indexes of the ledger by task.
select account_id as "accountId", platform as amount,
       exists (select from ledger_entry where task_id = :taskId and kind = 'refund') as "isRefunded!"
  from ledger_entry
 where task_id = :taskId and kind = 'capture'
