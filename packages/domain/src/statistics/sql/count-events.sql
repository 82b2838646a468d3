-- Adds to the counts of the current quarter of an hour, which it locks in the order of their key. Events of an
-- application that does not exist are not counted. One row for each application, metric and label, whatever the number
-- of events.
select add_counts(array_agg(a.id), array_agg(i.metric), array_agg(i.label), array_agg(i.n), :shard) as "counted!"
  from json_to_recordset(:events::json) as i(soft_id bigint, metric text, label text, n bigint),
       lateral (select id from application where id = i.soft_id limit 1) a
having count(*) > 0
