-- For each of these accounts, a text that changes whenever a task is created or ends, because its price is held and no longer held,
-- or one that a worker holds changes its state or waits at another step. By primary key and the partial index of tasks that a
-- worker holds; ended and queued tasks are not read.
select a.id as "id!",
       concat_ws(' ', a.available, a.held,
                      (select string_agg(concat_ws(' ', id, state, fence, case when state = 'waiting' then concat_ws(' ', step, step_path) end),
                                         ',' order by id) from task
                        where worker_id is not null and account_id = a.id)) as "mark!"
  from account a
 where a.id = any(:ids::int[])
