-- The accounts with messages to decide, by the partial index inbound_message_kept: usually none.
select distinct account_id as "accountId" from inbound_message where content is not null
