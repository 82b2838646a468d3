-- What an account paid for tasks, by hour from a given moment, from the partial index ledger_entry_spent. The address
-- is the task's, looked up by primary key; it is unknown once the task's record was deleted.
select floor((extract(epoch from e.at) - :begin::float8) / 3600)::int as "hour!", count(*) as "tasks!", sum(e.platform)::bigint as "spent!"
  from ledger_entry e
 where e.account_id = :accountId and e.kind = 'capture'
   and e.at >= to_timestamp(:begin::float8) and e.at < to_timestamp(:end::float8)
   and (:softId?::int is null or e.application_id = :softId?)
   and (:address?::text is null or exists (select 1 from task where id = e.task_id and address = :address?))
 group by 1
