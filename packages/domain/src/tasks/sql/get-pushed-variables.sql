-- The outcomes of all values that were pushed to a task, as in get-task-results.sql. By the primary key.
select json_agg(json_build_object('name', name, 'receipts', with_receipt(v), 'isSupplied', state = 'supplied' and supplied_at is not null)
                order by name) as "pushed?"
  from variable v
 where task_id = :taskId and (supplied_at is not null or receipts is not null)
