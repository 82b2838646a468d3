-- Adds to the counts of the present quarter of an hour, which it locks in the order of their key. An application that does
-- not exist counts nothing. One row for each application, metric and label, whatever the number of events.
insert into count as c (application_id, metric, bucket, label, shard, n)
select a.id, i.metric, bucket_of(now()), i.label, :shard, i.n
  from json_to_recordset(:events::json) as i(soft_id bigint, metric text, label text, n int),
       lateral (select id from application where id = i.soft_id limit 1) a
 order by a.id, i.metric, i.label
on conflict (application_id, metric, bucket, label, shard) do update set n = c.n + excluded.n
