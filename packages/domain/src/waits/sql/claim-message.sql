-- Chooses a message for a wait. Of several processes one succeeds; nobody chooses another wait for it afterwards.
update inbound_message
   set outcome = 'answering', rule_name = coalesce(:ruleName?, rule_name), task_id = :taskId, variable = :variable, content = :content,
       claimed_at = now()
 where id = :id and content is not null
   and (outcome = 'kept' or claimed_at < now() - interval '30 seconds')
returning id
