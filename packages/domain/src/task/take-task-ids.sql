-- The first id of a block of a thousand that belongs to nobody else (task-ids.ts).
select nextval('task_id_block')::float8 as "first!"
