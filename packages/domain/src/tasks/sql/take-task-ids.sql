-- The first id of a block of a thousand that no other process uses (queue-cache.ts).
select nextval('task_id_block')::float8 as "first!"
