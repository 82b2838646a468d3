-- Stores the outcome of a message. The content is deleted, except of a message that is kept for a later wait.
update inbound_message
   set outcome = :outcome, detail = :detail?, claimed_at = null,
       content = case when :outcome = 'kept' then content end,
       task_id = case when :outcome in ('answered', 'refused') then task_id end,
       variable = case when :outcome in ('answered', 'refused') then variable end,
       rule_name = case when :outcome in ('answered', 'refused') then rule_name else :ruleName? end
 where id = :id and content is not null and outcome = :from
returning id
