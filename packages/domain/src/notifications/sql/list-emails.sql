-- The latest emails of an account about waits, with the outcome of each. Finds the last hundred notices by an index.
select e.id as "emailId!", a.email as "to!", e.kind as "kind!: waiting | reminder", n.task_id as "taskId!", e.created_at as "at!",
       e.sent_at as "sentAt?", e.problem as "problem?", e.next_at is not null as "pending!"
  from (select id, task_id from wait_notice where account_id = :accountId order by id desc limit 100) n
  join wait_email e on e.notice_id = n.id
  join email_address a on a.id = e.address_id
 order by e.id desc limit :limit
