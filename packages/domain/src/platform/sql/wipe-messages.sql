-- Deletes what messages say once they were kept for their time, by the partial index inbound_message_expiring. A message
-- whose value is being pushed is left to whoever pushes it.
update inbound_message
   set content = null, fingerprint = null, outcome = case when outcome = 'kept' then 'unused' else outcome end
 where id in (select id from inbound_message
               where fingerprint is not null and outcome <> 'answering'
                 and received_at < now() - :keptSeconds * interval '1 second' limit 500)
returning 1 as "n!"
