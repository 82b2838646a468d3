-- Ids that no real task will have. The sequence gives out blocks of a thousand (packages/domain/src/tasks/queue-cache.ts).
select (first + n)::float8 as "id!"
  from (select nextval('task_id_block') as first from generate_series(1, :blocks::int)) block, generate_series(0, 999) n
