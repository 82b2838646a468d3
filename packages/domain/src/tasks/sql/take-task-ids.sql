-- The first id of a block of a thousand that no other process uses (insert-tasks.ts).
select nextval('task_id_block')::float8 as "first!"
