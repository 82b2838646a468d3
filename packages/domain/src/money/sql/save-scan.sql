-- Saves where the next batch of a scan begins, the differences so far, and whether the scan has ended. By primary key.
update reconciliation_scan
   set dimension = :dimension, place = :place, carried = :carried?::jsonb, differences = :differences::jsonb, failing_since = null,
       ended_at = case when :isEnded::boolean then clock_timestamp() end
 where id = :id
