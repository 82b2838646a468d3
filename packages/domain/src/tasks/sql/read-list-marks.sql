-- For each of these accounts, a text that changes whenever a task is created, or one that a worker holds changes its state or
-- ends. By the account's index and the partial index of tasks that a worker holds; ended and queued tasks are not read.
select a.id as "id!",
       concat_ws(' ', (select max(id) from task where account_id = a.id),
                      (select string_agg(concat_ws(' ', id, state, fence), ',' order by id) from task
                        where worker_id is not null and account_id = a.id)) as "mark!"
  from unnest(:ids::int[]) as a(id)
