-- What kept messages say, in the order of the primary key. The table has a thousand rows of an account at most.
select id as "messageId", account_id as "accountId", 0 as "taskId!", 'inbound message' as "name!", content as "sealed!"
  from inbound_message where id > :afterMessageId and content is not null order by id limit :limit
