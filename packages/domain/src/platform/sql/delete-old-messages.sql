-- Deletes entries of the log of inbound codes that are as old as records of tasks may be. Its index is in the order of ids, so
-- this reads the table, which has a thousand rows of an account at most.
delete from inbound_message
 where id in (select id from inbound_message
               where received_at < now() - :recordSeconds * interval '1 second' limit 500)
returning 1 as "n!"
