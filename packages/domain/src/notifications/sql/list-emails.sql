-- The latest emails of an account about waits, with the outcome of each. Reads the latest of each of its addresses, which are few,
-- by the partial index delivery_of_address.
select e.id as "emailId!", a.email as "to!", e.event as "kind!: waiting | reminder", e.task_id as "taskId!", e.created_at as "at!",
       e.delivered_at as "sentAt?", e.last_problem as "problem?", e.next_at is not null as "pending!"
  from email_address a, lateral (
    select * from delivery where address_id = a.id and task_id is not null order by created_at desc, id desc limit :limit) e
 where a.account_id = :accountId
 order by e.created_at desc, e.id desc limit :limit
